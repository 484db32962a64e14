<?php

/**
 * A small agent app in PHP 8.1, without packages. It answers every message of a visitor once.
 *
 * php agent.php push   starts `php -S 127.0.0.1:PORT`, default 9000, where the gateway posts signed events
 * php agent.php pull   the app asks for events; nothing needs to reach it
 *
 * From the gateway: AGENT_URL, such as http://127.0.0.1:8080/agents/app, AGENT_TOKEN and, for push, AGENT_SECRET.
 * DATA is the file that keeps which events were answered.
 */

declare(strict_types=1);

function setting(string $name, ?string $default = null): string
{
    return getenv($name) ?: $default ?? throw new RuntimeException("$name is not set");
}

/** The gateway's answer. While the gateway is busy or away, it waits and tries again. */
function call(string $method, string $path, array $body): array
{
    $http = [
        'method' => $method,
        'header' => ['Authorization: Bearer ' . setting('AGENT_TOKEN'), 'Content-Type: application/json'],
        'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'timeout' => 20,
        'ignore_errors' => true,
    ];
    foreach ([0, 1, 2, 4] as $pause) {
        $stream = @fopen(setting('AGENT_URL') . $path, 'r', false, stream_context_create(['http' => $http]));
        $text = $stream === false ? false : stream_get_contents($stream);
        $headers = $stream === false ? [] : stream_get_meta_data($stream)['wrapper_data'];
        $status = (int) (explode(' ', $headers[0] ?? '')[1] ?? 503);
        if ($status < 300 && is_string($text)) {
            return json_decode($text ?: '{}', true, 64, JSON_THROW_ON_ERROR);
        }
        if ($status < 500 && !in_array($status, [401, 408, 429], true)) {
            throw new DomainException("$path was refused: $status $text");
        }
        $told = preg_grep('/^retry-after: *\d+$/i', $headers);
        sleep($told ? (int) trim(explode(':', end($told))[1]) : $pause);
    }
    throw new RuntimeException("$path: the gateway is busy, away, or does not take the token");
}

/** Whether the gateway signed these bytes, not over five minutes ago (Standard Webhooks). */
function isGenuine(array $server, string $body, string $secret, int $now): bool
{
    [$id, $timestamp] = [$server['HTTP_WEBHOOK_ID'] ?? '', $server['HTTP_WEBHOOK_TIMESTAMP'] ?? ''];
    if (!ctype_digit($timestamp) || abs($now - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $isSame = fn (string $given): bool => hash_equals($expected, $given);
    return array_filter(explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? ''), $isSame) !== [];
}

function handle(array $event): void
{
    $database = new PDO('sqlite:' . setting('DATA', 'answered.db'));
    $database->exec('create table if not exists answered (id text primary key)');
    $known = $database->query('select 1 from answered where id = ' . $database->quote($event['id']))->fetch();
    if ($known || $event['type'] !== 'visitor.message') {
        return;
    }
    $text = $event['message']['text'] ?? 'something without text';
    error_log(json_encode([$event['visitor']['name'] ?? 'A visitor', $text]));
    call('POST', '/messages', [
        'conversationId' => $event['conversationId'],
        // If the app dies before it keeps the id, the key prevents a second answer.
        'idempotencyKey' => $event['id'],
        'sender' => ['name' => 'PHP'],
        'message' => ['type' => 'text', 'text' => "You wrote: $text"],
    ]);
    $database->prepare('insert or ignore into answered values (?)')->execute([$event['id']]);
}

/** What the gateway is told. After `later` the event comes again, after `rejected` never. */
function outcome(array $event): string
{
    try {
        handle($event);
        return 'taken';
    } catch (Throwable $error) {
        error_log("not handled: {$error->getMessage()}");
        return $error instanceof DomainException ? 'rejected' : 'later';
    }
}

function pull(): void
{
    foreach (call('POST', '/events/poll', ['limit' => 20, 'waitSeconds' => 8])['events'] as $event) {
        $result = ['id' => $event['id'], 'token' => $event['token'] ?? null, 'outcome' => outcome($event)];
        $event['type'] === 'visitor.typing' || call('POST', '/events/acknowledge', ['events' => [$result]]);
    }
}

if (PHP_SAPI === 'cli-server') {
    $body = file_get_contents('php://input');
    $isGenuine = isGenuine($_SERVER, $body, setting('AGENT_SECRET'), time());
    $statuses = ['taken' => 204, 'rejected' => 422, 'later' => 503];
    http_response_code($isGenuine ? $statuses[outcome(json_decode($body, true))] : 401);
    return;
}
$host = '127.0.0.1:' . setting('PORT', '9000');
$server = ($argv[1] ?? '') === 'push' ? proc_open([PHP_BINARY, '-S', $host, __FILE__], [], $pipes) : null;
for ($until = 0;;) {
    try {
        if (time() > $until - 40) {
            $until = call('PUT', '/availability', ['available' => true, 'forSeconds' => 60])['until'] / 1000;
        }
        $server ? sleep(1) : pull();
    } catch (Throwable $error) {
        error_log("once more: {$error->getMessage()}");
        sleep(1);
    }
}
