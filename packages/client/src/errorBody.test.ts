import { describe, expect, test } from 'vitest'
import { MAX_PLAIN_MESSAGE, parseErrorBody } from './errorBody.ts'

describe('[spec 8 devices] the sentence of an error is found', () => {
  test.each<[string, string, string | undefined]>([
    [
      'in the platform’s error object',
      '{"status":400,"message":"Device with such name already exists!","errorCode":31,"timestamp":1}',
      'Device with such name already exists!',
    ],
    ['in a plain text', "Device with requested id wasn't found!", "Device with requested id wasn't found!"],
    [
      'in a bare JSON string',
      '"Payload size exceeds the limit of 16777216 bytes"',
      'Payload size exceeds the limit of 16777216 bytes',
    ],
    ['in a text of the longest length', 'x'.repeat(MAX_PLAIN_MESSAGE), 'x'.repeat(MAX_PLAIN_MESSAGE)],
    ['not in a longer text', 'x'.repeat(MAX_PLAIN_MESSAGE + 1), undefined],
    ['not in an empty body', '', undefined],
    ['not in blanks', ' \n', undefined],
    ['not in a page of a proxy', '<!doctype html><title>502</title>', undefined],
    ['not in an object without a message', '{"error":"x"}', undefined],
    ['not in a message that is no text', '{"message":{"a":1}}', undefined],
    ['not in an empty message', '{"message":""}', undefined],
    [
      'with several lines kept',
      '{"message":"Password must be 6 or more characters in length.\\nToo simple"}',
      'Password must be 6 or more characters in length.\nToo simple',
    ],
  ])('%s', (_name, body, message) => {
    expect(parseErrorBody(body).message).toBe(message)
  })

  test('and the error code with it', () => {
    expect(parseErrorBody('{"message":"m","errorCode":35}').errorCode).toBe(35)
    expect(parseErrorBody('{"message":"m","errorCode":"35"}').errorCode).toBeUndefined()
  })
})
