<?php
// Requests as JSON lines in, answers as JSON lines out, through the PHP client that openapi-generator makes.

use GuzzleHttp\Client;
use OpenAPI\Client\Api\PayInsApi;
use OpenAPI\Client\Api\PayoutsApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\ObjectSerializer;

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $name): void {
    $file = __DIR__ . '/client/lib/' . strtr(substr($name, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (str_starts_with($name, 'OpenAPI\\Client\\') && is_file($file)) {
        require $file;
    }
});

$configuration = (new Configuration())->setHost(getenv('PAYMENTS_URL'))->setAccessToken(getenv('PAYMENTS_TOKEN'));
$payIns = new PayInsApi(new Client(), $configuration);
$payouts = new PayoutsApi(new Client(), $configuration);

while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line);
    $request = ObjectSerializer::deserialize($asked->payload, '\\OpenAPI\\Client\\Model\\' . $asked->component);
    $key = bin2hex(random_bytes(16));
    [$record, $status] = $asked->direction === 'pay_in'
        ? $payIns->createPayInWithHttpInfo($request, $key)
        : $payouts->createPayoutWithHttpInfo($request, $key);
    echo json_encode([$status, $record->getId(), $record->getAmount()], JSON_THROW_ON_ERROR), "\n";
}
