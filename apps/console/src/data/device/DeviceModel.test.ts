import { TestClock } from '@greenwave/client/testing/testClock'
import { CLOCK_KEYS, LAMP_KEYS, PLAN_KEY, PROGRAM_KEY } from '@greenwave/controller/keys'
import { SETTING_KEYS } from '@greenwave/controller/testing/commonSettings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SERVER, SHARED } from '../../test/devicePage.ts'
import { FakeTopics } from '../../test/fakeTopics.ts'
import { hasSameContent } from '../sharing.ts'
import { DeviceFeed } from './DeviceFeed.ts'
import { DeviceModel } from './DeviceModel.ts'
import { DEVICE_STEPS, type DeviceState } from './deviceState.ts'

const START_MS = Date.UTC(2026, 2, 5, 0, 8, 9)

interface Frame {
  readonly topic: 'LATEST_TELEMETRY' | 'SERVER_SCOPE' | 'SHARED_SCOPE' | 'CLIENT_SCOPE'
  readonly values: Readonly<Record<string, unknown>>
}

/** Creates a model that follows all parts of a device, with a clock that the test moves. */
function followed() {
  const clock = new TestClock(START_MS)
  const topics = new FakeTopics(() => clock.nowMs)
  let changes = 0
  const feed = new DeviceFeed('device', { topics, after: clock.after })
  const model = new DeviceModel({
    steps: DEVICE_STEPS,
    feed,
    moment: () => ({ nowMs: clock.nowMs, aheadMs: 0, connected: true }),
    onArrival: () => {
      changes += 1
    },
    onEnd: () => undefined,
  })
  feed.follow('telemetry')
  feed.follow('attributes')
  const send = ({ topic, values }: Frame) => topics.frame(topic, values, clock.nowMs)
  send({ topic: 'SERVER_SCOPE', values: SERVER })
  send({ topic: 'SHARED_SCOPE', values: SHARED })
  return { clock, model, send, changes: () => changes }
}

const some = <T>(keys: readonly string[], value: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom(...keys), value, { minKeys: 1, maxKeys: keys.length })
const small = fc.integer({ min: 0, max: 4 })
const text = small.map(String)
const telemetry = fc
  .tuple(some(LAMP_KEYS, text), some([...CLOCK_KEYS, 'temperature'], text))
  .map(([lamps, others]): Frame => ({ topic: 'LATEST_TELEMETRY', values: { ...lamps, ...others } }))
const settings = fc.record({
  topic: fc.constantFrom('SHARED_SCOPE', 'CLIENT_SCOPE'),
  values: some([...SETTING_KEYS, PLAN_KEY, PROGRAM_KEY], fc.oneof(text, small)),
})
const server = fc.record({
  topic: fc.constant('SERVER_SCOPE' as const),
  values: some(['active', 'image', 'latitude', 'longitude'], fc.oneof(text, fc.boolean())),
})
const frame: fc.Arbitrary<Frame> = fc.oneof({ arbitrary: telemetry, weight: 3 }, settings, server)

/**
 * Splits a frame into several frames. `into` gives the frame of each value; the parts keep the order of their first
 * values.
 */
function split({ topic, values }: Frame, into: readonly number[]): readonly Frame[] {
  const parts = new Map<number, Record<string, unknown>>()
  Object.entries(values).forEach(([key, value], index) => {
    const part = into[index % into.length] ?? 0
    parts.set(part, { ...parts.get(part), [key]: value })
  })
  return [...parts.values()].map((part) => ({ topic, values: part }))
}

/** Examples of what components select. */
const SELECTIONS: readonly ((device: DeviceState) => unknown)[] = [
  ({ settings: asked }) => asked,
  ({ running }) => running,
  ({ connectivity }) => connectivity,
  ({ place }) => place,
  ({ clock }) => clock,
  ({ day }) => day,
  ({ inEffect }) => inEffect,
  ({ programInEffect }) => programInEffect,
  ({ position }) => position,
  ({ following }) => following,
  ({ signals }) => signals.together,
  ({ disagreement }) => disagreement,
  ({ deliveries }) => deliveries,
  ...[0, 1, 2, 3, 4, 5].map(
    (row) =>
      ({ deliveries }: DeviceState) =>
        deliveries.groups[row],
  ),
  ({ lampsFreshness }) => lampsFreshness,
  ({ signals }) => signals.phases,
  ({ signals }) => signals.phases[0],
  ({ signals }) => signals.phases[1],
  ({ signals }) => signals.phases[2],
]

/** All but the lamps before the newest sample: for how long they are kept depends on when a part is known to be one. */
const shownOf = ({ observed, ...others }: DeviceState) => ({
  ...others,
  observed: { ...observed, earlier: [], beforePart: null },
})

describe('one device', () => {
  test('is the same however its frames are split, and whenever it is looked at', () => {
    const part = fc.tuple(frame, fc.array(fc.nat(3), { minLength: 1, maxLength: 9 }), fc.boolean())
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const whole = followed()
        const inParts = followed()
        for (const [sent, into, updatesMoment] of parts) {
          whole.clock.advance(1000)
          inParts.clock.advance(1000)
          whole.send(sent)
          for (const piece of split(sent, into)) {
            inParts.send(piece)
            if (updatesMoment) inParts.model.updateMoment()
          }
        }
        whole.model.updateMoment()
        inParts.model.updateMoment()
        expect(shownOf(inParts.model.state)).toEqual(shownOf(whole.model.state))
      }),
    )
  })

  test('keeps each part the same object while its content is the same', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(frame, fc.boolean()), { maxLength: 12 }), (frames) => {
        const { clock, model, send } = followed()
        for (const [sent, isNext] of frames) {
          const before = SELECTIONS.map((select) => select(model.state))
          if (isNext) clock.advance(1000)
          send(sent)
          const after = SELECTIONS.map((select) => select(model.state))
          before.forEach((value, index) => {
            if (hasSameContent(value, after[index])) expect(after[index]).toBe(value)
          })
        }
      }),
    )
  })

  test('folds each frame as it arrives, and reports each change', () => {
    const { clock, model, send, changes } = followed()
    const before = changes()
    for (const green of [9, 8, 7]) {
      clock.advance(1000)
      send({ topic: 'LATEST_TELEMETRY', values: { T_D1: '0', T_V1: '0', T_X1: String(green) } })
      expect(model.state.signals.phases[0].lamps).toEqual({ red: 0, yellow: 0, green })
    }
    expect(changes() - before).toBe(3)
  })
})
