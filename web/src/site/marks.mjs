// Where a statement comes from: one mark, which opens to the section and the decisions if there are several.

export function attachMarks() {
  for (const group of document.querySelectorAll(".why")) {
    const marks = [...group.querySelectorAll(".mark")];
    if (marks.length > 1) group.before(opener(group, marks));
    else group.classList.add("open");
  }
}

function opener(group, marks) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "mark", textContent: `${marks[0].textContent} +${marks.length - 1}` });
  button.setAttribute("aria-label", `${button.textContent}: where this comes from`);
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", group.classList.toggle("open"));
  });
  return button;
}
