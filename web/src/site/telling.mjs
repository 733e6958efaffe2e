// A sentence in; people who listen to the page hear it.

export function tell(sentence) {
  document.getElementById("status").textContent = sentence;
}
