import { expect, it } from 'vitest'
import { asThingsBoard, tooManyCalls } from './thingsboardManners.ts'

const json = (text: string, status = 200) =>
  asThingsBoard({ status, contentType: 'application/json', body: Buffer.from(text) })

it('pages and entities get a member that is new; numbers and what entities hold stay as they are', () => {
  const row =
    '{"id":{"entityType":"DEVICE","id":"x"},"name":"{\\"id\\":{\\"a\\":1}}","v":10.0,"additionalInfo":{"id":7}}'
  const { body } = json(`{"data":[${row}],"hasNext":false}`)
  const added = '"ofAnotherPlatform":{"version":[4,3]},'
  expect(body.toString()).toBe(`{${added}"data":[{${added}${row.slice(1)}],"hasNext":false}`)
  expect(JSON.parse(body.toString()).data[0].name).toBe('{"id":{"a":1}}')
})

it('errors are ISO-8859-1 without other letters', () => {
  const { contentType, body } = json('{"message":"Quận é 🚦"}', 400)
  expect([contentType, body.toString('latin1')]).toEqual([
    'application/json;charset=ISO-8859-1',
    '{"message":"Qu?n é ?"}',
  ])
})

it('what is no JSON stays as it is, and a refusal by the limit is the error of ThingsBoard', () => {
  const file = { status: 200, contentType: 'text/csv', body: Buffer.from('{"data":[]}') }
  expect(asThingsBoard(file)).toBe(file)
  expect([tooManyCalls(5).status, JSON.parse(tooManyCalls(5).body.toString())]).toEqual([
    429,
    { status: 429, message: 'Too many requests for current tenant!', errorCode: 33, timestamp: 5 },
  ])
})
