import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Acknowledgements } from './acknowledgements.ts'
import { PUBACK } from './reasonCodes.ts'

test('acknowledges in the order of arrival, in whatever order the commits end [MQTT-4.6.0-2]', () => {
  fc.assert(
    fc.property(
      fc.nat(20).chain((count) =>
        fc.tuple(
          fc.shuffledSubarray(
            Array.from({ length: count }, (_, i) => i),
            { minLength: count },
          ),
          fc.array(fc.boolean(), { minLength: count, maxLength: count }),
        ),
      ),
      ([order, isQos1]) => {
        const sent: number[] = []
        const acknowledgements = new Acknowledgements((id) => sent.push(id))
        const publishes = isQos1.map((qos1, i) => acknowledgements.begin(qos1 ? i + 1 : undefined))
        for (const i of order) {
          const publish = publishes[i]
          if (publish) acknowledgements.settle(publish, PUBACK.success)
        }
        expect(sent).toEqual(isQos1.flatMap((qos1, i) => (qos1 ? [i + 1] : [])))
        expect(acknowledgements.inFlight).toBe(0)
      },
    ),
  )
})

test('holds an acknowledgement back while an earlier publish is not settled', () => {
  const sent: number[] = []
  const acknowledgements = new Acknowledgements((id) => sent.push(id))
  const first = acknowledgements.begin(1)
  const second = acknowledgements.begin(2)
  acknowledgements.settle(second, PUBACK.success)
  expect(sent).toEqual([])
  acknowledgements.settle(first, PUBACK.success)
  expect(sent).toEqual([1, 2])
})

test('is idle only when everything is settled', async () => {
  const acknowledgements = new Acknowledgements(() => {})
  const publish = acknowledgements.begin(undefined)
  let idle = false
  const waiting = acknowledgements.whenIdle().then(() => {
    idle = true
  })
  await Promise.resolve()
  expect(idle).toBe(false)
  acknowledgements.settle(publish, PUBACK.success)
  await waiting
  expect(idle).toBe(true)
})
