import { expect, it } from 'vitest'
import { misfits } from './misfits.ts'
import { bothWays, junction } from './testing/junction.ts'

it.each([
  ['all that fits', {}, 60, 0, []],
  ['half of the common cycle', { ownCycle: 60 }, 120, 0, []],
  ['a green as long as the cycle', { greens: bothWays(60) }, 60, 59, []],
  ['actuated greens', { isActuated: true, ownCycle: 72 }, 90, 0, [{ code: 'actuated', cycle: 72 }]],
  ['another cycle', { ownCycle: 72 }, 90, 0, [{ code: 'cycleDiffers', cycle: 72, commonCycle: 90 }]],
  ['twice the common cycle', { ownCycle: 90 }, 45, 0, [{ code: 'cycleDiffers', cycle: 90, commonCycle: 45 }]],
  [
    'a green above the cycle',
    { greens: { outbound: null, inbound: { green: 61, start: 0 } } },
    60,
    0,
    [{ code: 'greenAboveCycle', cycle: 60, direction: 'inbound', green: 61 }],
  ],
  [
    'a start beyond half of the cycle',
    { ownCycle: 30, greens: { outbound: { green: 9, start: 30 }, inbound: null } },
    60,
    0,
    [{ code: 'startBeyondCycle', cycle: 30, direction: 'outbound', start: 30 }],
  ],
  ['an offset of a whole cycle', {}, 60, 60, [{ code: 'offsetBeyondCycle', cycle: 60, offset: 60 }]],
  ['no offset', { canOffset: false }, 60, 0, []],
  [
    'an offset that its controller cannot have',
    { canOffset: false },
    60,
    9,
    [{ code: 'cannotOffset', cycle: 60, offset: 9 }],
  ],
  ['blocks above the cycle', { blocks: [35, 26] }, 60, 0, [{ code: 'blocksAboveCycle', cycle: 60, seconds: 61 }]],
  ['a green in no block', { blocks: [25, 35] }, 60, 0, [{ code: 'greenInNoBlock', cycle: 60 }]],
] as const)('says why a junction does not fit: %s', (_what, changes, cycle, offset, found) => {
  const corridor = [junction(), junction(changes)].map((one, index) =>
    index === 0 ? { ...one, greens: bothWays(1) } : one,
  )
  const timings = corridor.map((_, index) => ({
    offset: index === 0 ? 0 : offset,
    starts: { outbound: 0, inbound: 0 },
  }))
  expect(misfits(corridor, cycle, timings)).toEqual(found.map((one) => ({ junction: 1, ...one })))
})
