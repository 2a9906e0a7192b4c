import { newJunction } from '@greenwave/observer/junction'
import { play } from '@greenwave/observer/testing/history'
import { EIGHT, SCENE_SETTINGS, Scene } from '@greenwave/observer/testing/scene'
import { expect, it } from 'vitest'
import { compareSettings, keysOfBoth, observedSettings, sameWhereUnasked } from './compare.ts'

it('two sets are compared key by key in the order of the table, and 3 is the same as its text', () => {
  const compared = compareSettings({ Pr1_X1: 30, Vang: '3', extra: 1 }, { Mode: 4, Vang: 3, Pr1_X1: 35 })
  expect(compared).toEqual([
    { key: 'Mode', left: undefined, right: 4, isSame: false },
    { key: 'Vang', left: '3', right: 3, isSame: true },
    { key: 'Pr1_X1', left: 30, right: 35, isSame: false },
    { key: 'extra', left: 1, right: undefined, isSame: false },
  ])
  expect(keysOfBoth(compared).map(({ key }) => key)).toEqual(['Vang', 'Pr1_X1'])
})

it('what a controller reports without having been asked for it is no difference; what it does not report is one', () => {
  const compared = compareSettings({ Vang: 3, Do_cong: 2 }, { Vang: 4, Period_Pr1: 80 })
  const differing = (all: typeof compared) => all.filter(({ isSame }) => !isSame).map(({ key }) => key)
  expect(differing(sameWhereUnasked(compared, 'left'))).toEqual(['Vang', 'Do_cong'])
  expect(differing(sameWhereUnasked(compared, 'right'))).toEqual(['Vang', 'Period_Pr1'])
})

it('the street that follows its settings shows them, as far as it shows anything', () => {
  expect(observedSettings(newJunction(EIGHT))).toEqual({})
  const seen = observedSettings(play(new Scene().run(300).history).junction)
  expect(seen).toEqual({ Mode: 4, Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Vang: 3, Do_cong: 2 })
  const compared = compareSettings({ ...SCENE_SETTINGS }, seen)
  expect(keysOfBoth(compared).every(({ isSame }) => isSame)).toBe(true)
})
