// Whether the check digits of a text are right, by each algorithm; none skips a sign of the text.
/** What tells, by the name of an algorithm, whether the check digits of a text are right. */
export const ALGORITHMS = { luhn, iban, aba, cpf, cnpj };
// The last digit by the Luhn algorithm (ISO/IEC 7812-1, Annex B).
function luhn(text) {
    const digits = [...text].reverse().map(Number);
    const sum = digits.reduce((total, digit, place) => total + (place % 2 ? (2 * digit) % 10 + Math.floor(digit / 5) : digit), 0);
    return /^[0-9]+$/.test(text) && sum % 10 === 0;
}
// A bank account number leaves 1 divided by 97, its first four signs at the end (ISO 13616-1).
function iban(text) {
    let rest = 0;
    for (const sign of /^[0-9A-Za-z]+$/.test(text) ? text.slice(4) + text.slice(0, 4) : "") {
        const number = parseInt(sign, 36);
        rest = (rest * (number < 10 ? 10 : 100) + number) % 97;
    }
    return rest === 1;
}
// The last digit of a routing number (ABA Routing Number Policy).
function aba(text) {
    return /^[0-9]{9}$/.test(text) && sumOf(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}
// The last two digits of a person's tax number (Receita Federal).
function cpf(text) {
    return /^(?!0+$)[0-9]{11}$/.test(text) && endsRight(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}
// The last two digits of a company's tax number, which may have letters (Receita Federal).
function cnpj(text) {
    return /^(?!0{12})[0-9A-Z]{12}[0-9]{2}$/.test(text) && endsRight(text, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}
function sumOf(text, weights) {
    return weights.reduce((total, weight, place) => total + weight * (text.charCodeAt(place) - 48), 0);
}
// Whether the last two signs follow from those before them: the first by all weights but one.
function endsRight(text, weights) {
    const digits = [weights.slice(1), weights].map((some) => ((11 - (sumOf(text, some) % 11)) % 11) % 10);
    return text.endsWith(digits.join(""));
}
