import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Reads lines of hexadecimal UTF-8: "P" and a pattern, "T" and a text, or "S" and one that is searched; prints 1 for each that matches. */
class Match {
  public static void main(String[] arguments) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var found = new StringBuilder();
    Pattern pattern = null;
    for (String line; (line = lines.readLine()) != null; ) {
      var text = new String(HexFormat.of().parseHex(line.substring(1)), StandardCharsets.UTF_8);
      if (line.startsWith("P")) pattern = Pattern.compile(text);
      else {
        var matcher = pattern.matcher(text);
        found.append((line.startsWith("S") ? matcher.find() : matcher.matches()) ? '1' : '0');
      }
    }
    System.out.print(found);
  }
}
