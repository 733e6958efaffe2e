<?php

// As caller.py.

require __DIR__ . '/receiver.php';

$secrets = array_slice($argv, 1);
$handled = [];
while (($line = fgets(STDIN)) !== false) {
    [$head, $body] = array_map('base64_decode', explode(' ', rtrim($line, "\n")));
    $headers = [];
    foreach (array_filter(explode("\n", $head)) as $one) {
        [$name, $value] = explode(': ', $one, 2);
        $headers[$name] = $value;
    }
    $got = '';
    try {
        $status = receive($body, $headers, $secrets, $handled, function (string $one) use (&$got) {
            if (str_contains($one, 'it fails')) {
                throw new InvalidArgumentException('acting failed');
            }
            $got = base64_encode($one);
        });
    } catch (InvalidArgumentException) {
        $status = 'error';
    }
    echo "$status $got\n";
}
