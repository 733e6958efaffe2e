# As caller.py.

require "set"
require_relative "receiver"

handled = Set.new
$stdin.each_line(chomp: true) do |line|
  head, body = line.split(" ", -1).map { |part| part.unpack1("m0") }
  headers = head.lines(chomp: true).to_h { |one| one.split(": ", 2) }.transform_keys(&:downcase)
  got = ""
  begin
    status = receive(body, headers, ARGV, handled) do |one|
      raise ArgumentError, "acting failed" if one.include?("it fails")

      got = [one].pack("m0")
    end
  rescue ArgumentError
    status = "error"
  end
  puts "#{status} #{got}"
end
