# Requests as JSON lines in, answers as JSON lines out, through the Ruby client that openapi-generator makes.

require 'json'
require 'securerandom'
require 'uri'
require 'openapi_client'

address = URI(ENV.fetch('PAYMENTS_URL'))
OpenapiClient.configure do |config|
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.server_index = nil
  config.access_token = ENV.fetch('PAYMENTS_TOKEN')
end

$stdin.each_line do |line|
  asked = JSON.parse(line, symbolize_names: true)
  request = OpenapiClient.const_get(asked[:component]).build_from_hash(asked[:payload])
  once = { idempotency_key: SecureRandom.uuid }
  record, status =
    if asked[:direction] == 'pay_in'
      OpenapiClient::PayInsApi.new.create_pay_in_with_http_info(request, once)
    else
      OpenapiClient::PayoutsApi.new.create_payout_with_http_info(request, once)
    end
  puts JSON.generate([status, record.id, record.amount])
end
