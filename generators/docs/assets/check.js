// Bundled by `make bundles` from web/src/check; the licences of packages are in licences.txt.
"use strict";
(() => {
  // node_modules/jsonc-parser/lib/esm/impl/scanner.js
  function createScanner(text, ignoreTrivia = false) {
    const len = text.length;
    let pos = 0, value = "", tokenOffset = 0, token = 16, lineNumber = 0, lineStartOffset = 0, tokenLineStartOffset = 0, prevTokenLineStartOffset = 0, scanError = 0;
    function scanHexDigits(count, exact2) {
      let digits = 0;
      let value2 = 0;
      while (digits < count || !exact2) {
        let ch = text.charCodeAt(pos);
        if (ch >= 48 && ch <= 57) {
          value2 = value2 * 16 + ch - 48;
        } else if (ch >= 65 && ch <= 70) {
          value2 = value2 * 16 + ch - 65 + 10;
        } else if (ch >= 97 && ch <= 102) {
          value2 = value2 * 16 + ch - 97 + 10;
        } else {
          break;
        }
        pos++;
        digits++;
      }
      if (digits < count) {
        value2 = -1;
      }
      return value2;
    }
    function setPosition(newPosition) {
      pos = newPosition;
      value = "";
      tokenOffset = 0;
      token = 16;
      scanError = 0;
    }
    function scanNumber() {
      let start = pos;
      if (text.charCodeAt(pos) === 48) {
        pos++;
      } else {
        pos++;
        while (pos < text.length && isDigit(text.charCodeAt(pos))) {
          pos++;
        }
      }
      if (pos < text.length && text.charCodeAt(pos) === 46) {
        pos++;
        if (pos < text.length && isDigit(text.charCodeAt(pos))) {
          pos++;
          while (pos < text.length && isDigit(text.charCodeAt(pos))) {
            pos++;
          }
        } else {
          scanError = 3;
          return text.substring(start, pos);
        }
      }
      let end = pos;
      if (pos < text.length && (text.charCodeAt(pos) === 69 || text.charCodeAt(pos) === 101)) {
        pos++;
        if (pos < text.length && text.charCodeAt(pos) === 43 || text.charCodeAt(pos) === 45) {
          pos++;
        }
        if (pos < text.length && isDigit(text.charCodeAt(pos))) {
          pos++;
          while (pos < text.length && isDigit(text.charCodeAt(pos))) {
            pos++;
          }
          end = pos;
        } else {
          scanError = 3;
        }
      }
      return text.substring(start, end);
    }
    function scanString() {
      let result = "", start = pos;
      while (true) {
        if (pos >= len) {
          result += text.substring(start, pos);
          scanError = 2;
          break;
        }
        const ch = text.charCodeAt(pos);
        if (ch === 34) {
          result += text.substring(start, pos);
          pos++;
          break;
        }
        if (ch === 92) {
          result += text.substring(start, pos);
          pos++;
          if (pos >= len) {
            scanError = 2;
            break;
          }
          const ch2 = text.charCodeAt(pos++);
          switch (ch2) {
            case 34:
              result += '"';
              break;
            case 92:
              result += "\\";
              break;
            case 47:
              result += "/";
              break;
            case 98:
              result += "\b";
              break;
            case 102:
              result += "\f";
              break;
            case 110:
              result += "\n";
              break;
            case 114:
              result += "\r";
              break;
            case 116:
              result += "	";
              break;
            case 117:
              const ch3 = scanHexDigits(4, true);
              if (ch3 >= 0) {
                result += String.fromCharCode(ch3);
              } else {
                scanError = 4;
              }
              break;
            default:
              scanError = 5;
          }
          start = pos;
          continue;
        }
        if (ch >= 0 && ch <= 31) {
          if (isLineBreak(ch)) {
            result += text.substring(start, pos);
            scanError = 2;
            break;
          } else {
            scanError = 6;
          }
        }
        pos++;
      }
      return result;
    }
    function scanNext() {
      value = "";
      scanError = 0;
      tokenOffset = pos;
      lineStartOffset = lineNumber;
      prevTokenLineStartOffset = tokenLineStartOffset;
      if (pos >= len) {
        tokenOffset = len;
        return token = 17;
      }
      let code = text.charCodeAt(pos);
      if (isWhiteSpace(code)) {
        do {
          pos++;
          value += String.fromCharCode(code);
          code = text.charCodeAt(pos);
        } while (isWhiteSpace(code));
        return token = 15;
      }
      if (isLineBreak(code)) {
        pos++;
        value += String.fromCharCode(code);
        if (code === 13 && text.charCodeAt(pos) === 10) {
          pos++;
          value += "\n";
        }
        lineNumber++;
        tokenLineStartOffset = pos;
        return token = 14;
      }
      switch (code) {
        // tokens: []{}:,
        case 123:
          pos++;
          return token = 1;
        case 125:
          pos++;
          return token = 2;
        case 91:
          pos++;
          return token = 3;
        case 93:
          pos++;
          return token = 4;
        case 58:
          pos++;
          return token = 6;
        case 44:
          pos++;
          return token = 5;
        // strings
        case 34:
          pos++;
          value = scanString();
          return token = 10;
        // comments
        case 47:
          const start = pos - 1;
          if (text.charCodeAt(pos + 1) === 47) {
            pos += 2;
            while (pos < len) {
              if (isLineBreak(text.charCodeAt(pos))) {
                break;
              }
              pos++;
            }
            value = text.substring(start, pos);
            return token = 12;
          }
          if (text.charCodeAt(pos + 1) === 42) {
            pos += 2;
            const safeLength = len - 1;
            let commentClosed = false;
            while (pos < safeLength) {
              const ch = text.charCodeAt(pos);
              if (ch === 42 && text.charCodeAt(pos + 1) === 47) {
                pos += 2;
                commentClosed = true;
                break;
              }
              pos++;
              if (isLineBreak(ch)) {
                if (ch === 13 && text.charCodeAt(pos) === 10) {
                  pos++;
                }
                lineNumber++;
                tokenLineStartOffset = pos;
              }
            }
            if (!commentClosed) {
              pos++;
              scanError = 1;
            }
            value = text.substring(start, pos);
            return token = 13;
          }
          value += String.fromCharCode(code);
          pos++;
          return token = 16;
        // numbers
        case 45:
          value += String.fromCharCode(code);
          pos++;
          if (pos === len || !isDigit(text.charCodeAt(pos))) {
            return token = 16;
          }
        // found a minus, followed by a number so
        // we fall through to proceed with scanning
        // numbers
        case 48:
        case 49:
        case 50:
        case 51:
        case 52:
        case 53:
        case 54:
        case 55:
        case 56:
        case 57:
          value += scanNumber();
          return token = 11;
        // literals and unknown symbols
        default:
          while (pos < len && isUnknownContentCharacter(code)) {
            pos++;
            code = text.charCodeAt(pos);
          }
          if (tokenOffset !== pos) {
            value = text.substring(tokenOffset, pos);
            switch (value) {
              case "true":
                return token = 8;
              case "false":
                return token = 9;
              case "null":
                return token = 7;
            }
            return token = 16;
          }
          value += String.fromCharCode(code);
          pos++;
          return token = 16;
      }
    }
    function isUnknownContentCharacter(code) {
      if (isWhiteSpace(code) || isLineBreak(code)) {
        return false;
      }
      switch (code) {
        case 125:
        case 93:
        case 123:
        case 91:
        case 34:
        case 58:
        case 44:
        case 47:
          return false;
      }
      return true;
    }
    function scanNextNonTrivia() {
      let result;
      do {
        result = scanNext();
      } while (result >= 12 && result <= 15);
      return result;
    }
    return {
      setPosition,
      getPosition: () => pos,
      scan: ignoreTrivia ? scanNextNonTrivia : scanNext,
      getToken: () => token,
      getTokenValue: () => value,
      getTokenOffset: () => tokenOffset,
      getTokenLength: () => pos - tokenOffset,
      getTokenStartLine: () => lineStartOffset,
      getTokenStartCharacter: () => tokenOffset - prevTokenLineStartOffset,
      getTokenError: () => scanError
    };
  }
  function isWhiteSpace(ch) {
    return ch === 32 || ch === 9;
  }
  function isLineBreak(ch) {
    return ch === 10 || ch === 13;
  }
  function isDigit(ch) {
    return ch >= 48 && ch <= 57;
  }
  var CharacterCodes;
  (function(CharacterCodes2) {
    CharacterCodes2[CharacterCodes2["lineFeed"] = 10] = "lineFeed";
    CharacterCodes2[CharacterCodes2["carriageReturn"] = 13] = "carriageReturn";
    CharacterCodes2[CharacterCodes2["space"] = 32] = "space";
    CharacterCodes2[CharacterCodes2["_0"] = 48] = "_0";
    CharacterCodes2[CharacterCodes2["_1"] = 49] = "_1";
    CharacterCodes2[CharacterCodes2["_2"] = 50] = "_2";
    CharacterCodes2[CharacterCodes2["_3"] = 51] = "_3";
    CharacterCodes2[CharacterCodes2["_4"] = 52] = "_4";
    CharacterCodes2[CharacterCodes2["_5"] = 53] = "_5";
    CharacterCodes2[CharacterCodes2["_6"] = 54] = "_6";
    CharacterCodes2[CharacterCodes2["_7"] = 55] = "_7";
    CharacterCodes2[CharacterCodes2["_8"] = 56] = "_8";
    CharacterCodes2[CharacterCodes2["_9"] = 57] = "_9";
    CharacterCodes2[CharacterCodes2["a"] = 97] = "a";
    CharacterCodes2[CharacterCodes2["b"] = 98] = "b";
    CharacterCodes2[CharacterCodes2["c"] = 99] = "c";
    CharacterCodes2[CharacterCodes2["d"] = 100] = "d";
    CharacterCodes2[CharacterCodes2["e"] = 101] = "e";
    CharacterCodes2[CharacterCodes2["f"] = 102] = "f";
    CharacterCodes2[CharacterCodes2["g"] = 103] = "g";
    CharacterCodes2[CharacterCodes2["h"] = 104] = "h";
    CharacterCodes2[CharacterCodes2["i"] = 105] = "i";
    CharacterCodes2[CharacterCodes2["j"] = 106] = "j";
    CharacterCodes2[CharacterCodes2["k"] = 107] = "k";
    CharacterCodes2[CharacterCodes2["l"] = 108] = "l";
    CharacterCodes2[CharacterCodes2["m"] = 109] = "m";
    CharacterCodes2[CharacterCodes2["n"] = 110] = "n";
    CharacterCodes2[CharacterCodes2["o"] = 111] = "o";
    CharacterCodes2[CharacterCodes2["p"] = 112] = "p";
    CharacterCodes2[CharacterCodes2["q"] = 113] = "q";
    CharacterCodes2[CharacterCodes2["r"] = 114] = "r";
    CharacterCodes2[CharacterCodes2["s"] = 115] = "s";
    CharacterCodes2[CharacterCodes2["t"] = 116] = "t";
    CharacterCodes2[CharacterCodes2["u"] = 117] = "u";
    CharacterCodes2[CharacterCodes2["v"] = 118] = "v";
    CharacterCodes2[CharacterCodes2["w"] = 119] = "w";
    CharacterCodes2[CharacterCodes2["x"] = 120] = "x";
    CharacterCodes2[CharacterCodes2["y"] = 121] = "y";
    CharacterCodes2[CharacterCodes2["z"] = 122] = "z";
    CharacterCodes2[CharacterCodes2["A"] = 65] = "A";
    CharacterCodes2[CharacterCodes2["B"] = 66] = "B";
    CharacterCodes2[CharacterCodes2["C"] = 67] = "C";
    CharacterCodes2[CharacterCodes2["D"] = 68] = "D";
    CharacterCodes2[CharacterCodes2["E"] = 69] = "E";
    CharacterCodes2[CharacterCodes2["F"] = 70] = "F";
    CharacterCodes2[CharacterCodes2["G"] = 71] = "G";
    CharacterCodes2[CharacterCodes2["H"] = 72] = "H";
    CharacterCodes2[CharacterCodes2["I"] = 73] = "I";
    CharacterCodes2[CharacterCodes2["J"] = 74] = "J";
    CharacterCodes2[CharacterCodes2["K"] = 75] = "K";
    CharacterCodes2[CharacterCodes2["L"] = 76] = "L";
    CharacterCodes2[CharacterCodes2["M"] = 77] = "M";
    CharacterCodes2[CharacterCodes2["N"] = 78] = "N";
    CharacterCodes2[CharacterCodes2["O"] = 79] = "O";
    CharacterCodes2[CharacterCodes2["P"] = 80] = "P";
    CharacterCodes2[CharacterCodes2["Q"] = 81] = "Q";
    CharacterCodes2[CharacterCodes2["R"] = 82] = "R";
    CharacterCodes2[CharacterCodes2["S"] = 83] = "S";
    CharacterCodes2[CharacterCodes2["T"] = 84] = "T";
    CharacterCodes2[CharacterCodes2["U"] = 85] = "U";
    CharacterCodes2[CharacterCodes2["V"] = 86] = "V";
    CharacterCodes2[CharacterCodes2["W"] = 87] = "W";
    CharacterCodes2[CharacterCodes2["X"] = 88] = "X";
    CharacterCodes2[CharacterCodes2["Y"] = 89] = "Y";
    CharacterCodes2[CharacterCodes2["Z"] = 90] = "Z";
    CharacterCodes2[CharacterCodes2["asterisk"] = 42] = "asterisk";
    CharacterCodes2[CharacterCodes2["backslash"] = 92] = "backslash";
    CharacterCodes2[CharacterCodes2["closeBrace"] = 125] = "closeBrace";
    CharacterCodes2[CharacterCodes2["closeBracket"] = 93] = "closeBracket";
    CharacterCodes2[CharacterCodes2["colon"] = 58] = "colon";
    CharacterCodes2[CharacterCodes2["comma"] = 44] = "comma";
    CharacterCodes2[CharacterCodes2["dot"] = 46] = "dot";
    CharacterCodes2[CharacterCodes2["doubleQuote"] = 34] = "doubleQuote";
    CharacterCodes2[CharacterCodes2["minus"] = 45] = "minus";
    CharacterCodes2[CharacterCodes2["openBrace"] = 123] = "openBrace";
    CharacterCodes2[CharacterCodes2["openBracket"] = 91] = "openBracket";
    CharacterCodes2[CharacterCodes2["plus"] = 43] = "plus";
    CharacterCodes2[CharacterCodes2["slash"] = 47] = "slash";
    CharacterCodes2[CharacterCodes2["formFeed"] = 12] = "formFeed";
    CharacterCodes2[CharacterCodes2["tab"] = 9] = "tab";
  })(CharacterCodes || (CharacterCodes = {}));

  // node_modules/jsonc-parser/lib/esm/impl/string-intern.js
  var cachedSpaces = new Array(20).fill(0).map((_, index) => {
    return " ".repeat(index);
  });
  var maxCachedValues = 200;
  var cachedBreakLinesWithSpaces = {
    " ": {
      "\n": new Array(maxCachedValues).fill(0).map((_, index) => {
        return "\n" + " ".repeat(index);
      }),
      "\r": new Array(maxCachedValues).fill(0).map((_, index) => {
        return "\r" + " ".repeat(index);
      }),
      "\r\n": new Array(maxCachedValues).fill(0).map((_, index) => {
        return "\r\n" + " ".repeat(index);
      })
    },
    "	": {
      "\n": new Array(maxCachedValues).fill(0).map((_, index) => {
        return "\n" + "	".repeat(index);
      }),
      "\r": new Array(maxCachedValues).fill(0).map((_, index) => {
        return "\r" + "	".repeat(index);
      }),
      "\r\n": new Array(maxCachedValues).fill(0).map((_, index) => {
        return "\r\n" + "	".repeat(index);
      })
    }
  };

  // node_modules/jsonc-parser/lib/esm/impl/parser.js
  var ParseOptions;
  (function(ParseOptions2) {
    ParseOptions2.DEFAULT = {
      allowTrailingComma: false
    };
  })(ParseOptions || (ParseOptions = {}));
  function parseTree(text, errors = [], options = ParseOptions.DEFAULT) {
    let currentParent = { type: "array", offset: -1, length: -1, children: [], parent: void 0 };
    function ensurePropertyComplete(endOffset) {
      if (currentParent.type === "property") {
        currentParent.length = endOffset - currentParent.offset;
        currentParent = currentParent.parent;
      }
    }
    function onValue(valueNode) {
      currentParent.children.push(valueNode);
      return valueNode;
    }
    const visitor = {
      onObjectBegin: (offset) => {
        currentParent = onValue({ type: "object", offset, length: -1, parent: currentParent, children: [] });
      },
      onObjectProperty: (name, offset, length) => {
        currentParent = onValue({ type: "property", offset, length: -1, parent: currentParent, children: [] });
        currentParent.children.push({ type: "string", value: name, offset, length, parent: currentParent });
      },
      onObjectEnd: (offset, length) => {
        ensurePropertyComplete(offset + length);
        currentParent.length = offset + length - currentParent.offset;
        currentParent = currentParent.parent;
        ensurePropertyComplete(offset + length);
      },
      onArrayBegin: (offset, length) => {
        currentParent = onValue({ type: "array", offset, length: -1, parent: currentParent, children: [] });
      },
      onArrayEnd: (offset, length) => {
        currentParent.length = offset + length - currentParent.offset;
        currentParent = currentParent.parent;
        ensurePropertyComplete(offset + length);
      },
      onLiteralValue: (value, offset, length) => {
        onValue({ type: getNodeType(value), offset, length, parent: currentParent, value });
        ensurePropertyComplete(offset + length);
      },
      onSeparator: (sep, offset, length) => {
        if (currentParent.type === "property") {
          if (sep === ":") {
            currentParent.colonOffset = offset;
          } else if (sep === ",") {
            ensurePropertyComplete(offset);
          }
        }
      },
      onError: (error, offset, length) => {
        errors.push({ error, offset, length });
      }
    };
    visit(text, visitor, options);
    const result = currentParent.children[0];
    if (result) {
      delete result.parent;
    }
    return result;
  }
  function visit(text, visitor, options = ParseOptions.DEFAULT) {
    const _scanner = createScanner(text, false);
    const _jsonPath = [];
    let suppressedCallbacks = 0;
    function toNoArgVisit(visitFunction) {
      return visitFunction ? () => suppressedCallbacks === 0 && visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter()) : () => true;
    }
    function toOneArgVisit(visitFunction) {
      return visitFunction ? (arg) => suppressedCallbacks === 0 && visitFunction(arg, _scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter()) : () => true;
    }
    function toOneArgVisitWithPath(visitFunction) {
      return visitFunction ? (arg) => suppressedCallbacks === 0 && visitFunction(arg, _scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter(), () => _jsonPath.slice()) : () => true;
    }
    function toBeginVisit(visitFunction) {
      return visitFunction ? () => {
        if (suppressedCallbacks > 0) {
          suppressedCallbacks++;
        } else {
          let cbReturn = visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter(), () => _jsonPath.slice());
          if (cbReturn === false) {
            suppressedCallbacks = 1;
          }
        }
      } : () => true;
    }
    function toEndVisit(visitFunction) {
      return visitFunction ? () => {
        if (suppressedCallbacks > 0) {
          suppressedCallbacks--;
        }
        if (suppressedCallbacks === 0) {
          visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter());
        }
      } : () => true;
    }
    const onObjectBegin = toBeginVisit(visitor.onObjectBegin), onObjectProperty = toOneArgVisitWithPath(visitor.onObjectProperty), onObjectEnd = toEndVisit(visitor.onObjectEnd), onArrayBegin = toBeginVisit(visitor.onArrayBegin), onArrayEnd = toEndVisit(visitor.onArrayEnd), onLiteralValue = toOneArgVisitWithPath(visitor.onLiteralValue), onSeparator = toOneArgVisit(visitor.onSeparator), onComment = toNoArgVisit(visitor.onComment), onError = toOneArgVisit(visitor.onError);
    const disallowComments = options && options.disallowComments;
    const allowTrailingComma = options && options.allowTrailingComma;
    function scanNext() {
      while (true) {
        const token = _scanner.scan();
        switch (_scanner.getTokenError()) {
          case 4:
            handleError(
              14
              /* ParseErrorCode.InvalidUnicode */
            );
            break;
          case 5:
            handleError(
              15
              /* ParseErrorCode.InvalidEscapeCharacter */
            );
            break;
          case 3:
            handleError(
              13
              /* ParseErrorCode.UnexpectedEndOfNumber */
            );
            break;
          case 1:
            if (!disallowComments) {
              handleError(
                11
                /* ParseErrorCode.UnexpectedEndOfComment */
              );
            }
            break;
          case 2:
            handleError(
              12
              /* ParseErrorCode.UnexpectedEndOfString */
            );
            break;
          case 6:
            handleError(
              16
              /* ParseErrorCode.InvalidCharacter */
            );
            break;
        }
        switch (token) {
          case 12:
          case 13:
            if (disallowComments) {
              handleError(
                10
                /* ParseErrorCode.InvalidCommentToken */
              );
            } else {
              onComment();
            }
            break;
          case 16:
            handleError(
              1
              /* ParseErrorCode.InvalidSymbol */
            );
            break;
          case 15:
          case 14:
            break;
          default:
            return token;
        }
      }
    }
    function handleError(error, skipUntilAfter = [], skipUntil = []) {
      onError(error);
      if (skipUntilAfter.length + skipUntil.length > 0) {
        let token = _scanner.getToken();
        while (token !== 17) {
          if (skipUntilAfter.indexOf(token) !== -1) {
            scanNext();
            break;
          } else if (skipUntil.indexOf(token) !== -1) {
            break;
          }
          token = scanNext();
        }
      }
    }
    function parseString(isValue) {
      const value = _scanner.getTokenValue();
      if (isValue) {
        onLiteralValue(value);
      } else {
        onObjectProperty(value);
        _jsonPath.push(value);
      }
      scanNext();
      return true;
    }
    function parseLiteral() {
      switch (_scanner.getToken()) {
        case 11:
          const tokenValue = _scanner.getTokenValue();
          let value = Number(tokenValue);
          if (isNaN(value)) {
            handleError(
              2
              /* ParseErrorCode.InvalidNumberFormat */
            );
            value = 0;
          }
          onLiteralValue(value);
          break;
        case 7:
          onLiteralValue(null);
          break;
        case 8:
          onLiteralValue(true);
          break;
        case 9:
          onLiteralValue(false);
          break;
        default:
          return false;
      }
      scanNext();
      return true;
    }
    function parseProperty() {
      if (_scanner.getToken() !== 10) {
        handleError(3, [], [
          2,
          5
          /* SyntaxKind.CommaToken */
        ]);
        return false;
      }
      parseString(false);
      if (_scanner.getToken() === 6) {
        onSeparator(":");
        scanNext();
        if (!parseValue()) {
          handleError(4, [], [
            2,
            5
            /* SyntaxKind.CommaToken */
          ]);
        }
      } else {
        handleError(5, [], [
          2,
          5
          /* SyntaxKind.CommaToken */
        ]);
      }
      _jsonPath.pop();
      return true;
    }
    function parseObject() {
      onObjectBegin();
      scanNext();
      let needsComma = false;
      while (_scanner.getToken() !== 2 && _scanner.getToken() !== 17) {
        if (_scanner.getToken() === 5) {
          if (!needsComma) {
            handleError(4, [], []);
          }
          onSeparator(",");
          scanNext();
          if (_scanner.getToken() === 2 && allowTrailingComma) {
            break;
          }
        } else if (needsComma) {
          handleError(6, [], []);
        }
        if (!parseProperty()) {
          handleError(4, [], [
            2,
            5
            /* SyntaxKind.CommaToken */
          ]);
        }
        needsComma = true;
      }
      onObjectEnd();
      if (_scanner.getToken() !== 2) {
        handleError(7, [
          2
          /* SyntaxKind.CloseBraceToken */
        ], []);
      } else {
        scanNext();
      }
      return true;
    }
    function parseArray() {
      onArrayBegin();
      scanNext();
      let isFirstElement = true;
      let needsComma = false;
      while (_scanner.getToken() !== 4 && _scanner.getToken() !== 17) {
        if (_scanner.getToken() === 5) {
          if (!needsComma) {
            handleError(4, [], []);
          }
          onSeparator(",");
          scanNext();
          if (_scanner.getToken() === 4 && allowTrailingComma) {
            break;
          }
        } else if (needsComma) {
          handleError(6, [], []);
        }
        if (isFirstElement) {
          _jsonPath.push(0);
          isFirstElement = false;
        } else {
          _jsonPath[_jsonPath.length - 1]++;
        }
        if (!parseValue()) {
          handleError(4, [], [
            4,
            5
            /* SyntaxKind.CommaToken */
          ]);
        }
        needsComma = true;
      }
      onArrayEnd();
      if (!isFirstElement) {
        _jsonPath.pop();
      }
      if (_scanner.getToken() !== 4) {
        handleError(8, [
          4
          /* SyntaxKind.CloseBracketToken */
        ], []);
      } else {
        scanNext();
      }
      return true;
    }
    function parseValue() {
      switch (_scanner.getToken()) {
        case 3:
          return parseArray();
        case 1:
          return parseObject();
        case 10:
          return parseString(true);
        default:
          return parseLiteral();
      }
    }
    scanNext();
    if (_scanner.getToken() === 17) {
      if (options.allowEmptyContent) {
        return true;
      }
      handleError(4, [], []);
      return false;
    }
    if (!parseValue()) {
      handleError(4, [], []);
      return false;
    }
    if (_scanner.getToken() !== 17) {
      handleError(9, [], []);
    }
    return true;
  }
  function getNodeType(value) {
    switch (typeof value) {
      case "boolean":
        return "boolean";
      case "number":
        return "number";
      case "string":
        return "string";
      case "object": {
        if (!value) {
          return "null";
        } else if (Array.isArray(value)) {
          return "array";
        }
        return "object";
      }
      default:
        return "null";
    }
  }

  // node_modules/jsonc-parser/lib/esm/main.js
  var ScanError;
  (function(ScanError2) {
    ScanError2[ScanError2["None"] = 0] = "None";
    ScanError2[ScanError2["UnexpectedEndOfComment"] = 1] = "UnexpectedEndOfComment";
    ScanError2[ScanError2["UnexpectedEndOfString"] = 2] = "UnexpectedEndOfString";
    ScanError2[ScanError2["UnexpectedEndOfNumber"] = 3] = "UnexpectedEndOfNumber";
    ScanError2[ScanError2["InvalidUnicode"] = 4] = "InvalidUnicode";
    ScanError2[ScanError2["InvalidEscapeCharacter"] = 5] = "InvalidEscapeCharacter";
    ScanError2[ScanError2["InvalidCharacter"] = 6] = "InvalidCharacter";
  })(ScanError || (ScanError = {}));
  var SyntaxKind;
  (function(SyntaxKind2) {
    SyntaxKind2[SyntaxKind2["OpenBraceToken"] = 1] = "OpenBraceToken";
    SyntaxKind2[SyntaxKind2["CloseBraceToken"] = 2] = "CloseBraceToken";
    SyntaxKind2[SyntaxKind2["OpenBracketToken"] = 3] = "OpenBracketToken";
    SyntaxKind2[SyntaxKind2["CloseBracketToken"] = 4] = "CloseBracketToken";
    SyntaxKind2[SyntaxKind2["CommaToken"] = 5] = "CommaToken";
    SyntaxKind2[SyntaxKind2["ColonToken"] = 6] = "ColonToken";
    SyntaxKind2[SyntaxKind2["NullKeyword"] = 7] = "NullKeyword";
    SyntaxKind2[SyntaxKind2["TrueKeyword"] = 8] = "TrueKeyword";
    SyntaxKind2[SyntaxKind2["FalseKeyword"] = 9] = "FalseKeyword";
    SyntaxKind2[SyntaxKind2["StringLiteral"] = 10] = "StringLiteral";
    SyntaxKind2[SyntaxKind2["NumericLiteral"] = 11] = "NumericLiteral";
    SyntaxKind2[SyntaxKind2["LineCommentTrivia"] = 12] = "LineCommentTrivia";
    SyntaxKind2[SyntaxKind2["BlockCommentTrivia"] = 13] = "BlockCommentTrivia";
    SyntaxKind2[SyntaxKind2["LineBreakTrivia"] = 14] = "LineBreakTrivia";
    SyntaxKind2[SyntaxKind2["Trivia"] = 15] = "Trivia";
    SyntaxKind2[SyntaxKind2["Unknown"] = 16] = "Unknown";
    SyntaxKind2[SyntaxKind2["EOF"] = 17] = "EOF";
  })(SyntaxKind || (SyntaxKind = {}));
  var parseTree2 = parseTree;
  var ParseErrorCode;
  (function(ParseErrorCode2) {
    ParseErrorCode2[ParseErrorCode2["InvalidSymbol"] = 1] = "InvalidSymbol";
    ParseErrorCode2[ParseErrorCode2["InvalidNumberFormat"] = 2] = "InvalidNumberFormat";
    ParseErrorCode2[ParseErrorCode2["PropertyNameExpected"] = 3] = "PropertyNameExpected";
    ParseErrorCode2[ParseErrorCode2["ValueExpected"] = 4] = "ValueExpected";
    ParseErrorCode2[ParseErrorCode2["ColonExpected"] = 5] = "ColonExpected";
    ParseErrorCode2[ParseErrorCode2["CommaExpected"] = 6] = "CommaExpected";
    ParseErrorCode2[ParseErrorCode2["CloseBraceExpected"] = 7] = "CloseBraceExpected";
    ParseErrorCode2[ParseErrorCode2["CloseBracketExpected"] = 8] = "CloseBracketExpected";
    ParseErrorCode2[ParseErrorCode2["EndOfFileExpected"] = 9] = "EndOfFileExpected";
    ParseErrorCode2[ParseErrorCode2["InvalidCommentToken"] = 10] = "InvalidCommentToken";
    ParseErrorCode2[ParseErrorCode2["UnexpectedEndOfComment"] = 11] = "UnexpectedEndOfComment";
    ParseErrorCode2[ParseErrorCode2["UnexpectedEndOfString"] = 12] = "UnexpectedEndOfString";
    ParseErrorCode2[ParseErrorCode2["UnexpectedEndOfNumber"] = 13] = "UnexpectedEndOfNumber";
    ParseErrorCode2[ParseErrorCode2["InvalidUnicode"] = 14] = "InvalidUnicode";
    ParseErrorCode2[ParseErrorCode2["InvalidEscapeCharacter"] = 15] = "InvalidEscapeCharacter";
    ParseErrorCode2[ParseErrorCode2["InvalidCharacter"] = 16] = "InvalidCharacter";
  })(ParseErrorCode || (ParseErrorCode = {}));
  function printParseErrorCode(code) {
    switch (code) {
      case 1:
        return "InvalidSymbol";
      case 2:
        return "InvalidNumberFormat";
      case 3:
        return "PropertyNameExpected";
      case 4:
        return "ValueExpected";
      case 5:
        return "ColonExpected";
      case 6:
        return "CommaExpected";
      case 7:
        return "CloseBraceExpected";
      case 8:
        return "CloseBracketExpected";
      case 9:
        return "EndOfFileExpected";
      case 10:
        return "InvalidCommentToken";
      case 11:
        return "UnexpectedEndOfComment";
      case 12:
        return "UnexpectedEndOfString";
      case 13:
        return "UnexpectedEndOfNumber";
      case 14:
        return "InvalidUnicode";
      case 15:
        return "InvalidEscapeCharacter";
      case 16:
        return "InvalidCharacter";
    }
    return "<unknown ParseErrorCode>";
  }

  // src/check/numbers.mjs
  var NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
  var LONGEST_WHOLE = 4300;
  var LONGEST_EXPONENT = 18;
  function exact(text) {
    const [, sign, whole2, fraction = "", exponent = "0"] = NUMBER.exec(text);
    const all = (whole2 + fraction).replace(/^0+/, "");
    const digits = withoutTrailingZeros(all);
    if (!digits) return { digits: "0", power: 0n };
    return { digits: sign + digits, power: BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - digits.length) };
  }
  function withoutTrailingZeros(digits) {
    let end = digits.length;
    while (end > 0 && digits[end - 1] === "0") end -= 1;
    return digits.slice(0, end);
  }
  function isKept(text) {
    const [, , whole2, fraction, exponent] = NUMBER.exec(text);
    if (fraction === void 0 && exponent === void 0) return whole2.length <= LONGEST_WHOLE;
    if (exponent && exponent.replace(/^[+-]/, "").length > LONGEST_EXPONENT) return false;
    const value = Number(text);
    if (!Number.isFinite(value)) return false;
    const [read, written2] = [exact(String(value)), exact(text)];
    return read.digits === written2.digits && read.power === written2.power;
  }
  function compare(one, other) {
    const [a, b] = [exact(one), exact(other)];
    const power = a.power < b.power ? a.power : b.power;
    const difference = scaled(a, power) - scaled(b, power);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  function scaled({ digits, power }, lowest) {
    return BigInt(digits) * 10n ** (power - lowest);
  }
  function plain(text) {
    const { digits, power } = exact(text);
    return digits === "0" ? "0" : `${digits}e${power}`;
  }
  function isWhole(text) {
    return exact(text).power >= 0n;
  }
  function isMultiple(one, step) {
    const [a, b] = [exact(one), exact(step)];
    const power = a.power < b.power ? a.power : b.power;
    return scaled(a, power) % scaled(b, power) === 0n;
  }

  // src/check/body.mjs
  var STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
  var TOKEN = /"(?:[^"\\]|\\.)*"?|([[{])|([\]}])/gs;
  var LONE_SURROGATE = /\p{Surrogate}/u;
  var NUL = "\0";
  var Unreadable = class {
    constructor(message, offset, length) {
      Object.assign(this, { message, offset, length });
    }
  };
  function readObject(text, deepest) {
    rejectDepth(text, deepest);
    const tree = treeOf(text);
    rejectAmbiguous(tree, text);
    if (tree.type !== "object") throw new Unreadable("the body is not a JSON object", tree.offset, tree.length);
    return tree;
  }
  function rejectDepth(text, deepest) {
    let depth = 0;
    for (const match of text.matchAll(TOKEN)) {
      depth += match[1] ? 1 : match[2] ? -1 : 0;
      if (depth > deepest) throw new Unreadable(`the body nests deeper than ${deepest} levels`, match.index, 1);
    }
  }
  function treeOf(text) {
    const errors = [];
    const tree = parseTree2(text, errors, STRICT);
    let isJson = true;
    try {
      JSON.parse(text);
    } catch {
      isJson = false;
    }
    if (isJson && tree) return tree;
    const first = errors[0] ?? { offset: 0, length: 0 };
    const what = errors[0] ? ` (${words(printParseErrorCode(first.error))})` : "";
    throw new Unreadable(`the body is not JSON${what}`, first.offset, first.length);
  }
  function words(name) {
    return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  }
  function rejectAmbiguous(node, text) {
    if (node.type === "string" && LONE_SURROGATE.test(node.value)) {
      throw new Unreadable("the body is not UTF-8 text: a surrogate is alone", node.offset, node.length);
    }
    if (node.type === "string" && node.value.includes(NUL)) {
      throw new Unreadable("the body holds the character U+0000", node.offset, node.length);
    }
    if (node.type === "number" && !isKept(text.slice(node.offset, node.offset + node.length))) {
      throw new Unreadable("the body holds a number that JSON readers cannot keep exactly", node.offset, node.length);
    }
    if (node.type === "object") rejectDuplicates(node);
    for (const inner of node.children ?? []) rejectAmbiguous(inner, text);
  }
  function rejectDuplicates(node) {
    const names = /* @__PURE__ */ new Set();
    for (const { children: [name] } of node.children) {
      if (names.has(name.value)) {
        throw new Unreadable(`the member name ${JSON.stringify(name.value)} occurs twice in one object`, name.offset, name.length);
      }
      names.add(name.value);
    }
  }

  // src/check/pointers.mjs
  var BARE = /%(24|26|2B|2C|3B|3D|3A|40|3F)/g;
  function pointer(path) {
    return `#${path.map((step) => `/${escaped(step)}`).join("")}`;
  }
  function escaped(step) {
    const uri = encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
    return uri.replace(BARE, decodeURIComponent);
  }

  // src/check/constraints.mjs
  var MEASURES = {
    value: (node, text) => node.type === "array" ? node.children.map((item2) => canonical(item2, text)) : node.value,
    characters: (node) => [...node.value].length,
    // Code points, not UTF-16 units.
    number: (node, text) => node.type === "string" ? node.value : written(node, text),
    places: (node) => (node.value.split(".")[1] ?? "").length,
    // As they are written in a text.
    items: (node) => node.children.length
  };
  var RELATIONS = {
    equal: (measured, bound) => measured === bound,
    at_least: (measured, bound) => order(measured, bound) >= 0,
    above: (measured, bound) => order(measured, bound) > 0,
    at_most: (measured, bound) => order(measured, bound) <= 0,
    below: (measured, bound) => order(measured, bound) < 0,
    multiple: (measured, bound) => typeof bound === "string" ? isMultiple(measured, bound) : measured % bound === 0,
    matches: (measured, bound) => new RegExp(bound, "u").test(measured),
    one_of: (measured, bound) => bound.includes(measured),
    distinct: (measured) => new Set(measured).size === measured.length
  };
  function keeps({ measure, relation, bound }, node, text) {
    return RELATIONS[relation](MEASURES[measure](node, text), bound);
  }
  function written({ offset, length }, text) {
    return text.slice(offset, offset + length);
  }
  function canonical(node, text) {
    if (node.type === "number") return plain(written(node, text));
    if (node.type === "array") return `[${node.children.map((item2) => canonical(item2, text)).join()}]`;
    if (node.type !== "object") return JSON.stringify(node.value);
    const members = node.children.map(({ children: [name, value] }) => `${JSON.stringify(name.value)}:${canonical(value, text)}`);
    return `{${members.sort().join()}}`;
  }
  function order(measured, bound) {
    return typeof bound === "string" ? compare(measured, bound) : measured - bound;
  }

  // src/check/rules.mjs
  function rejectedMembers(root, tree, text) {
    return inGroup(root, tree, [], text);
  }
  function inGroup(group, node, path, text) {
    const wrong = wrongType(group, node, path, text);
    if (wrong) return [wrong];
    const sent = new Map(node.children.map((property) => [property.children[0].value, property]));
    const decided = inCases(group.cases ?? [], sent);
    const found = group.members.flatMap((member) => inMember({ ...member, ...decided[member.name] }, sent.get(member.name)?.children[1], node, path, text));
    if (group.closed) found.push(...unknown(group, sent, path));
    const broken = group.conditions.find(({ any_of }) => !any_of.some((names) => names.every((name) => sent.has(name))));
    if (broken) found.push({ path, code: "conditional_required", node, member: group, condition: broken });
    return found;
  }
  function inCases(cases, sent) {
    const holding = cases.filter(({ given, value }) => sent.get(given)?.children[1].value === value);
    return Object.fromEntries(holding.map(({ member, field }) => [member, { constraints: field.constraints }]));
  }
  function inMember(member, node, parent, outer, text) {
    const path = [...outer, member.name];
    if (!node) return member.required ? [{ path, code: "required", node: { offset: parent.offset, length: 1 }, member }] : [];
    return inValue(member, node, path, text);
  }
  function inValue(member, node, path, text) {
    return member.members ? inGroup(member, node, path, text) : inField(member, node, path, text);
  }
  function inField(field, node, path, text) {
    const wrong = wrongType(field, node, path, text);
    if (wrong) return [wrong];
    const broken = field.constraints.find((constraint) => !keeps(constraint, node, text));
    if (broken) return [{ path, code: broken.code, node, member: field, constraint: broken }];
    return field.items ? node.children.flatMap((item2, index) => inValue(field.items, item2, [...path, `${index}`], text)) : [];
  }
  function wrongType(member, node, path, text) {
    const isInteger = member.type === "integer" && node.type === "number" && isWhole(written(node, text));
    if (isInteger || node.type === member.type) return null;
    return { path, code: node.type === "null" ? "null_not_allowed" : "type", node, member };
  }
  var MOST_SUGGESTIONS = 10;
  function unknown(group, sent, path) {
    const known2 = new Set(group.members.map((member) => member.name));
    const names = [...sent.keys()].filter((name) => !known2.has(name));
    return names.map((name, index) => ({
      path: [...path, name],
      code: "unknown_field",
      node: sent.get(name).children[0],
      known: index < MOST_SUGGESTIONS ? [...known2] : []
    }));
  }

  // src/check/near_names.mjs
  var NEAR = 0.65;
  var LONGEST = 100;
  var CANDIDATES = 3;
  var OPPOSITES = [
    ...[["min", "max"], ["least", "most"], ["lower", "upper"], ["low", "high"]],
    ...[["first", "last"], ["before", "after"], ["start", "end"], ["begin", "end"]],
    ...[["required", "optional"], ["required", "absent"], ["present", "absent"]],
    ...[["open", "closed"], ["with", "without"], ["true", "false"], ["old", "new"]],
    ...[["inclusive", "exclusive"], ["include", "exclude"], ["from", "until"]],
    ...[["inbound", "outbound"], ["incoming", "outgoing"], ["source", "target"]],
    ...[["allow", "deny"], ["enable", "disable"], ["read", "write"], ["add", "remove"]],
    ...[["send", "receive"], ["sender", "receiver"], ["accept", "reject"]],
    ...[["accept", "refuse"], ["increase", "decrease"], ["positive", "negative"]],
    ...[["debit", "credit"], ["debtor", "creditor"], ["payer", "payee"], ["push", "pull"]],
    ...[["buyer", "seller"], ["deposit", "withdrawal"], ["request", "response"]]
  ];
  var ENDINGS = [["in", "out"], ["out", "in"]];
  var NEGATIONS = ["not", "non", "no", "un", "in", "dis"];
  function nearName(word, known2) {
    if (word.length > LONGEST) return null;
    const names = new Map([...known2].sort().filter(({ length }) => length <= LONGEST).map((name) => [name.toLowerCase(), name]));
    const near2 = [...names.keys()].map((name) => [likeness(name, word.toLowerCase()), name]).filter(([score]) => score >= NEAR);
    near2.sort(([one, first], [other, second]) => other - one || (first < second ? 1 : -1));
    const found = near2.slice(0, CANDIDATES).find(([, name]) => !isOpposite(bare(word), bare(name)));
    return found ? names.get(found[1]) : null;
  }
  function isOpposite(word, name) {
    const own = likeness(name, word);
    return opposites(name).some((one) => likeness(one, word) > own);
  }
  function opposites(name) {
    const found = OPPOSITES.flatMap(([one, other]) => [name.replaceAll(one, other), name.replaceAll(other, one)]);
    for (const [ending, other] of ENDINGS) if (name.endsWith(ending)) found.push(name.slice(0, -ending.length) + other);
    for (const negation of NEGATIONS) {
      found.push(negation + name);
      if (name.startsWith(negation)) found.push(name.slice(negation.length));
    }
    return [...new Set(found)].filter((one) => one !== name);
  }
  function bare(name) {
    return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  }
  function likeness(one, other) {
    const all = one.length + other.length;
    return all ? 2 * common(one, other) / all : 1;
  }
  function common(one, other) {
    let [size, start, begin] = [0, 0, 0];
    let row = new Array(other.length + 1).fill(0);
    for (let i = 0; i < one.length; i += 1) {
      const next = new Array(other.length + 1).fill(0);
      for (let j = 0; j < other.length; j += 1) {
        if (one[i] !== other[j]) continue;
        next[j + 1] = row[j] + 1;
        if (next[j + 1] > size) [size, start, begin] = [next[j + 1], i - row[j], j - row[j]];
      }
      row = next;
    }
    if (!size) return 0;
    const before = common(one.slice(0, start), other.slice(0, begin));
    return size + before + common(one.slice(start + size), other.slice(begin + size));
  }

  // src/check/words.mjs
  function advice({ code, path, member, constraint, condition, known: known2 }) {
    if (known2) return near(path.at(-1), known2);
    if (constraint) return constraint.advice;
    if (condition) return `Send at least one of: ${condition.any_of.map((names) => names.join(" and ")).join("; ")}.`;
    return member && code !== "required" ? `Send a JSON ${member.type}.` : "";
  }
  function near(name, known2) {
    const best = nearName(name, known2);
    return best ? `Did you mean ${best}?` : "";
  }

  // src/check/check.mjs
  function check(direction, text, service2, addressed) {
    const { largest, deepest } = service2.limits;
    const size = new TextEncoder().encode(text).length;
    if (size > largest) return whole(service2, "payload_too_large", `The body has ${size} bytes; at most ${largest} are read.`, text);
    let tree;
    try {
      tree = readObject(text, deepest);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return whole(service2, "malformed_body", sentence(error.message), text, error);
    }
    const path = service2.members[direction];
    const node = path.length ? methodNode(path, tree) : { value: addressed ?? onlyMethod(direction, service2), offset: 0, length: 0 };
    if (node.code) return fields([node], service2, text);
    return rejectedMethod(direction, path, node, service2, text) ?? checkedFields(direction, node.value, tree, service2, text);
  }
  function onlyMethod(direction, service2) {
    const offering = [...service2.methods].filter(([, { offers }]) => offers[direction] === "supported");
    return offering.length === 1 ? offering[0][0] : void 0;
  }
  function methodNode(path, tree) {
    let node = tree;
    for (const [index, step] of path.entries()) {
      const here = path.slice(0, index + 1);
      const found = node.children.find(({ children: [name] }) => name.value === step)?.children[1];
      if (!found) return { path: here, code: "required", node: { offset: node.offset, length: 1 } };
      if (found.type === "null") return { path: here, code: "null_not_allowed", node: found };
      if (found.type !== (here.length < path.length ? "object" : "string")) return { path: here, code: "type", node: found };
      node = found;
    }
    return node;
  }
  function rejectedMethod(direction, path, node, service2, text) {
    const code = node.value;
    const offers = service2.methods.get(code)?.offers;
    if (!offers) return whole(service2, "unknown_method", "", text, node, path);
    if (offers[direction] === "supported") return null;
    const others = Object.keys(offers).filter((other) => offers[other] === "supported");
    const where = others.length ? ` It can be used for: ${others.map((other) => service2.directions[other]).join(", ")}.` : "";
    const word = service2.availabilities[offers[direction]];
    const advice2 = `It is ${word} for ${service2.directions[direction]}.${where}`;
    return whole(service2, "unavailable_direction", advice2, text, node, path);
  }
  function checkedFields(direction, method, tree, service2, text) {
    const rules = service2.rules.get(`${direction}.${service2.methods.get(method).name}`);
    if (!rules) return { needs: method };
    return { ...fields(rejectedMembers(rules.root, tree, text), service2, text), method };
  }
  function fields(found, service2, text) {
    const violations = found.map((one) => ({
      code: one.code,
      pointer: pointer(one.path),
      path: one.path,
      message: service2.codes[one.code]?.meaning ?? one.code,
      advice: advice(one),
      ...reason(one, service2),
      ...place(one.node, text)
    }));
    violations.sort(byPlace);
    return { violations, problem: violations.length ? service2.problems.invalid_fields : null };
  }
  function reason({ code, member, constraint, condition }, service2) {
    const stated = constraint ?? condition;
    if (stated) return { source: stated.source, decisions: stated.decisions };
    const { source = null, decisions = [] } = service2.codes[code] ?? {};
    if (!member) return { source, decisions };
    return { source: member.source ?? source, decisions: decisions.filter((id) => member.decisions.includes(id)) };
  }
  function byPlace(one, other) {
    const [a, b] = [[one.pointer, one.code], [other.pointer, other.code]];
    return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
  }
  function whole(service2, cause, advice2, text, node = { offset: 0, length: 0 }, path = []) {
    const problem = service2.problems[cause];
    const { source, decisions } = problem;
    const shared = { code: problem.slug, pointer: pointer(path), path, message: `${problem.title}.`, advice: advice2, source, decisions };
    return { violations: [{ ...shared, ...place(node, text) }], problem };
  }
  function place({ offset, length }, text) {
    const before = text.slice(0, offset);
    return { offset, length, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
  }
  function sentence(words2) {
    return `${words2[0].toUpperCase()}${words2.slice(1)}.`;
  }

  // src/check/loading.mjs
  var known = { methods: /* @__PURE__ */ new Map(), rules: /* @__PURE__ */ new Map() };
  var waiting = /* @__PURE__ */ new Map();
  globalThis.paycatService = ({ methods, ...data }) => {
    Object.assign(known, data, { methods: new Map(methods.map((method) => [method.code, method])) });
  };
  globalThis.paycatRules = (direction, name, rules) => {
    known.rules.set(`${direction}.${name}`, rules);
  };
  function service() {
    return known;
  }
  async function loadService(root) {
    await load(`${root}assets/service.js`);
    return known;
  }
  async function loadRules(root, direction, name) {
    await load(`${root}assets/rules/${direction}.${name}.js`);
    return known.rules.get(`${direction}.${name}`);
  }
  function load(address) {
    if (!waiting.has(address)) {
      waiting.set(
        address,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = address;
          script.onload = resolve;
          script.onerror = () => {
            waiting.delete(address);
            reject(new Error(`${address} cannot be loaded`));
          };
          document.head.append(script);
        })
      );
    }
    return waiting.get(address);
  }

  // src/check/anchor.mjs
  function anchor(...names) {
    return names.map((name) => name.replace(/[^A-Za-z0-9_-]/gu, escaped2)).join(".");
  }
  function escaped2(sign) {
    return `~${sign.codePointAt(0).toString(16)}~`;
  }

  // src/check/rows.mjs
  function rowOf(document2, path) {
    const row = path.length ? document2.getElementById(anchor("field", ...path)) : null;
    return row?.querySelector("[data-finding]") ? row : null;
  }
  function mark(document2, violation) {
    const row = rowOf(document2, violation.path);
    if (!row) return;
    const note = document2.createElement("p");
    note.className = "finding";
    note.textContent = `In your payload: ${violation.advice || violation.message}`;
    row.dataset.rejected = "";
    row.querySelector("[data-finding]").append(note);
  }
  function clearMarks(document2) {
    for (const note of document2.querySelectorAll("p.finding")) note.remove();
    for (const row of document2.querySelectorAll("[data-rejected]")) delete row.dataset.rejected;
  }

  // src/check/findings.mjs
  function shownFindings(answer, context, select) {
    const { violations, problem, method } = answer;
    const nodes = [heading(violations.length, problem)];
    if (context.other) {
      const page = link(context.pageOf(context.other), context.other);
      nodes.push(element("p", { className: "note" }, "This payload names ", page, `; this page is about ${context.own}. It was checked as `, context.other, "."));
    } else if (context.named) {
      nodes.push(element("p", {}, "The payload names ", link(context.pageOf(method), method), "; its page describes every field."));
    }
    const inOrder = [...violations].sort((one, other) => one.offset - other.offset);
    if (violations.length) nodes.push(element("ol", { className: "findings" }, ...inOrder.map((one) => item(one, context, select))));
    return nodes;
  }
  function heading(count, problem) {
    if (!problem) {
      return element("p", { className: "verdict accepted" }, element("strong", {}, "Accepted."), " The service would take this payload.");
    }
    const findings = `${count} ${count === 1 ? "finding" : "findings"}.`;
    return element(
      "p",
      { className: "verdict rejected" },
      element("strong", {}, findings),
      ` The service would answer ${problem.status} `,
      element("code", {}, problem.slug),
      `: ${problem.title}.`
    );
  }
  function item(violation, context, select) {
    const where = element("button", { type: "button", className: "quiet" }, `Line ${violation.line}, column ${violation.column}`);
    where.addEventListener("click", () => select(violation));
    const name = violation.path.join(".") || "the body";
    const row = context.other ? null : rowOf(document, violation.path);
    const field = row ? link(`#${row.id}`, element("code", {}, name)) : element("code", {}, name);
    const code = element("code", { className: "badge bad" }, violation.code);
    const sentence2 = [violation.message, violation.advice].filter(Boolean).join(" ");
    return element("li", {}, field, " ", code, " ", where, element("br"), ...pieces(sentence2), ...marks(violation, context.root));
  }
  function pieces(sentence2) {
    return sentence2.split("`").map((piece, index) => index % 2 ? element("code", {}, piece) : piece);
  }
  function marks({ source, decisions }, root) {
    const made = source ? [element("span", { className: "mark", title: "Stated by the specification" }, source)] : [];
    for (const id of decisions) {
      const decision = link(`${root}decisions.html#${anchor("decision", id)}`, id);
      decision.className = "mark ours";
      made.push(decision);
    }
    return made.flatMap((one) => [" ", one]);
  }
  function link(href, ...children) {
    return element("a", { href }, ...children);
  }
  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // src/check/forms.mjs
  function attach(document2) {
    for (const section of document2.querySelectorAll("[data-check]")) new CheckForm(section);
  }
  var CheckForm = class {
    constructor(section) {
      this.section = section;
      this.root = document.body.dataset.root;
      this.text = section.querySelector("textarea");
      this.result = section.querySelector("[data-check-result]");
      this.direction = section.querySelector("select[name=direction]");
      this.sample = section.querySelector("select[name=sample]");
      section.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        this.run(() => this.check());
      });
      section.querySelector("[data-check-sample]").addEventListener("click", () => this.run(() => this.useSample()));
      section.querySelector("[data-check-clear]").addEventListener("click", () => this.clear());
      this.text.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          this.run(() => this.check());
        }
      });
      section.querySelector("form").hidden = false;
    }
    // The code of the page's method; undefined where the payload's own code picks it.
    get method() {
      return this.section.dataset.method;
    }
    async name() {
      return (await loadService(this.root)).methods.get(this.method).name;
    }
    get chosenDirection() {
      return this.section.dataset.direction ?? this.direction.value;
    }
    // The method that the address names, if no payload of the direction does: the page's own, or that of the chosen sample.
    addressed(direction) {
      if (this.method) return this.method;
      const [chosen] = this.sample.selectedOptions;
      const first = this.sample.querySelector(`option[value^="${direction}/"]`);
      return (chosen.value.startsWith(`${direction}/`) ? chosen : first).text;
    }
    async run(action) {
      try {
        await action();
      } catch (error) {
        this.show(paragraph(`The check failed in this page: ${error.message}.`, "bad"));
      }
    }
    async check() {
      const service2 = await loadService(this.root);
      const direction = this.chosenDirection;
      const addressed = this.addressed(direction);
      let answer = check(direction, this.text.value, service2, addressed);
      if (answer.needs) {
        await loadRules(this.root, direction, service2.methods.get(answer.needs).name);
        answer = check(direction, this.text.value, service2, addressed);
      }
      clearMarks(this.section.ownerDocument);
      const other = this.method && answer.method && answer.method !== this.method ? answer.method : null;
      if (!other) for (const violation of answer.violations) mark(document, violation);
      const select = (violation) => this.select(violation);
      const pageOf = (method) => `${this.root}${direction}/${service2.methods.get(method).name}.html`;
      const context = { other, own: this.method, pageOf, root: this.root, named: !this.method && service2.members[direction].length && answer.method };
      this.show(...shownFindings(answer, context, select));
    }
    async useSample() {
      const [direction, name] = this.sample ? this.sample.value.split("/") : [this.chosenDirection, await this.name()];
      const { example } = await loadRules(this.root, direction, name);
      if (this.direction) this.direction.value = direction;
      this.text.value = example;
      clearMarks(document);
      this.show(paragraph("The smallest payload is in the field. Change it, then check it."));
      this.text.focus();
    }
    clear() {
      this.text.value = "";
      clearMarks(document);
      this.show();
      this.text.focus();
    }
    show(...nodes) {
      this.result.replaceChildren(...nodes);
    }
    select({ offset, length }) {
      this.text.focus();
      this.text.setSelectionRange(offset, offset + length);
      const line = this.text.value.slice(0, offset).split("\n").length - 1;
      const height = this.text.scrollHeight / Math.max(1, this.text.value.split("\n").length);
      this.text.scrollTop = Math.max(0, (line - 3) * height);
    }
  };
  function paragraph(text, kind) {
    const made = document.createElement("p");
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  // src/check/script.mjs
  globalThis.paycatCheck = { check, service };
  if (globalThis.document) attach(document);
})();
