import { expect, it } from 'vitest'
import { parseGreenAct } from './useJunctionActs.ts'

it.each([
  ['+5 green', { by: 5, phase: undefined }],
  ['+5', { by: 5, phase: undefined }],
  ['+ 5 gre', { by: 5, phase: undefined }],
  ['+5 green phase 2', { by: 5, phase: 2 }],
  ['green phase 3 −4 s', { by: -4, phase: 3 }],
  ['xanh +5', { by: 5, phase: undefined }],
  ['Xanh pha 2 -3 giây', { by: -3, phase: 2 }],
])('%j is a change of a green', (text, act) => expect(parseGreenAct(text)).toEqual(act))

it.each(['green', '5 green', '+0 green', '+5 Lê Lợi', '+500 green', 'TLC-0005', ''])('%j is none', (text) =>
  expect(parseGreenAct(text)).toBeNull(),
)
