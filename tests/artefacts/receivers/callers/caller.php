<?php

// As caller.py, with fibers where that has threads.

require __DIR__ . '/receiver.php';

$handled = [];

function delivered(string $body, array $headers, array $secrets, array &$handled): string
{
    $times = str_contains($body, 'it comes thrice') ? 3 : 1;
    $acted = '';
    $returned = [];
    $act = function (string $one) use (&$acted, &$returned, $times) {
        for ($turn = 0; $turn < 200 && count($returned) < $times - 1; $turn++) {
            Fiber::suspend();
        }
        if (str_contains($one, 'it fails')) {
            throw new InvalidArgumentException('acting failed');
        }
        $acted .= $one;
    };
    $deliver = function () use ($body, $headers, $secrets, &$handled, &$acted, &$returned, $act) {
        try {
            $returned[] = (string) receive($body, $headers, $secrets, $handled, $act);
        } catch (InvalidArgumentException $error) {
            $acted .= $error->getMessage();
            $returned[] = 'error';
        }
    };
    $fibers = array_map(fn () => new Fiber($deliver), array_fill(0, $times, null));
    array_walk($fibers, fn (Fiber $one) => $one->start());
    while ($left = array_filter($fibers, fn (Fiber $one) => !$one->isTerminated())) {
        array_walk($left, fn (Fiber $one) => $one->resume());
    }
    sort($returned);
    return implode('+', $returned) . ' ' . base64_encode($acted);
}

while (($line = fgets(STDIN)) !== false) {
    $parts = array_map('base64_decode', explode(' ', rtrim($line, "\n")));
    [$head, $body] = $parts;
    $headers = [];
    foreach (array_filter(explode("\n", $head)) as $one) {
        [$name, $value] = explode(': ', $one, 2);
        $headers[$name] = $value;
    }
    echo delivered($body, $headers, array_slice($parts, 2), $handled) . "\n";
}
