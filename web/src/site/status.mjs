// Announces a sentence to people who use a screen reader.

export function announce(sentence) {
  document.getElementById("status").textContent = sentence;
}
