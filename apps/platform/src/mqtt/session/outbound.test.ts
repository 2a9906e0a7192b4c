import { expect, test } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import { Outbound } from './outbound.ts'

const message = (topic: string, qos: 0 | 1 = 1) => ({ topic, payload: '', qos })

function createOutbound(receiveMaximum: number) {
  const sent: [topic: string, id: number | undefined][] = []
  return { sent, outbound: new Outbound(receiveMaximum, ({ topic }, id) => sent.push([topic, id])) }
}

test('never has more unacknowledged messages than the device takes, and sends the rest in order [MQTT-3.3.4-9]', () => {
  const { sent, outbound } = createOutbound(2)
  for (const topic of ['a', 'b', 'c', 'd']) outbound.publish(message(topic))
  expect(sent).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  outbound.acknowledged(1)
  expect(sent.at(-1)).toEqual(['c', 3])
  outbound.acknowledged(3)
  expect(sent.at(-1)).toEqual(['d', 4])
})

test('a message without acknowledgement goes at once', () => {
  const { sent, outbound } = createOutbound(1)
  outbound.publish(message('a'))
  outbound.publish(message('b', 0))
  expect(sent).toEqual([
    ['a', 1],
    ['b', undefined],
  ])
})

test('refuses more once too many wait', () => {
  const { outbound } = createOutbound(1)
  const taken = Array.from({ length: LIMITS.publishesInFlight.value + 2 }, () => outbound.publish(message('a')))
  expect(taken.indexOf(false)).toBe(LIMITS.publishesInFlight.value + 1)
})

test('an acknowledgement of nothing frees nothing', () => {
  const { sent, outbound } = createOutbound(1)
  outbound.publish(message('a'))
  outbound.publish(message('b'))
  outbound.acknowledged(77)
  expect(sent).toHaveLength(1)
})

test('packet ids start over after the last one and pass over those in use [MQTT-2.2.1-4]', () => {
  const { sent, outbound } = createOutbound(10)
  outbound.publish(message('kept'))
  for (let i = 0; i < 65_535; i++) {
    outbound.publish(message('a'))
    const id = sent.at(-1)?.[1]
    if (id !== undefined) outbound.acknowledged(id)
  }
  expect(sent.slice(65_534).map(([, id]) => id)).toEqual([65_535, 2])
})
