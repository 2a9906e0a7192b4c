import type { Rollout } from '@greenwave/contract/records/rollouts'
import { expect, it } from 'vitest'
import { endsHold, isOfRollout, namesWatcher } from './watchersOwn.ts'

const MAI = { id: 'mai', name: 'mai@signal.vn' }
const change = { scope: 'SHARED_SCOPE', by: { id: '', name: MAI.name }, after: { P1_HH: 7 } } as const
const rollout: Pick<Rollout, 'kind' | 'values' | 'by' | 'targets'> = {
  ...{ kind: 'settings', values: { P1_HH: 7 }, by: MAI },
  targets: [{ id: 'one', was: 'x', state: 'sent', values: { P1_MM: 30 } }],
}

it('a record of the watcher is in the name of a person without the account', () => {
  expect(namesWatcher({ from: 'watcher', by: change.by })).toBe(true)
  expect(namesWatcher({ from: 'watcher', by: MAI })).toBe(false)
  expect(namesWatcher({ from: 'console', by: change.by })).toBe(false)
})

it('the end of a hold is automatic again, and nothing else', () => {
  const after = (values: Readonly<Record<string, number>>) => endsHold({ scope: 'SHARED_SCOPE', after: values })
  expect([after({ Mode: 4 }), after({ Mode: 3 })]).toEqual([true, true])
  expect([after({ Mode: 0 }), after({ Mode: 4, Vang: 0 }), after({ Vang: 3 }), after({})]).toEqual(Array(4).fill(false))
  expect(endsHold({ scope: 'SERVER_SCOPE', after: { Mode: 4 } })).toBe(false)
})

it('what a rollout writes is what its maker previewed at that junction', () => {
  const isOf = (other: object, id = 'one') => isOfRollout({ ...change, ...other }, rollout, id)
  expect([isOf({}), isOf({ after: { P1_HH: 7, P1_MM: 30 } })]).toEqual([true, true])
  expect(isOf({}, 'two')).toBe(false)
  expect(isOf({ after: { P1_HH: 7, Vang: 0 } })).toBe(false)
  expect(isOf({ after: { P1_HH: 8 } })).toBe(false)
  expect(isOf({ by: { id: '', name: 'lan@signal.vn' } })).toBe(false)
  const clock = { ...rollout, kind: 'clock' as const, values: {} }
  expect([isOfRollout({ ...change, after: { Hour: 7 } }, clock, 'one'), isOfRollout(change, clock, 'one')]).toEqual([
    true,
    false,
  ])
})
