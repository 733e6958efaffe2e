// The list of pages and sections: beside the page on wide screens, below the button "Menu" on narrow ones.

export function attachMenu() {
  const button = document.querySelector("[data-menu]");
  if (!button) return;
  const menu = document.getElementById(button.getAttribute("aria-controls"));
  const open = (isOpen) => {
    menu.classList.toggle("open", isOpen);
    button.setAttribute("aria-expanded", isOpen);
  };
  const isOpen = () => menu.classList.contains("open");
  button.addEventListener("click", () => open(!isOpen()));
  menu.addEventListener("click", (event) => {
    if (event.target.closest("a")) open(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    open(false);
    button.focus();
  });
}
