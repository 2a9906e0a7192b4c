import type { JunctionKinds } from '@greenwave/contract/records/calendars'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { KindSave } from './KindSave.tsx'

const CALENDAR = {
  key: 'city',
  kinds: [
    { id: 'working', name: 'Working day', color: 'grey' as const },
    { id: 'saturday', name: 'Saturday', color: 'blue' as const },
  ],
}
const PLANS = { Plan_total: 1, P1_HH: 5, P1_MM: 0, P1_Pr: 2, P1_ENT: 1 }
const KINDS: JunctionKinds = { calendar: 'city', kinds: { working: PLANS, saturday: { ...PLANS, P1_HH: 7 } } }
const SHARED = {
  ...{ ...PLANS, Mode: 4, Vang: 3, Do_cong: 2, Pr2_X1: 30, Pr2_X2: 20, Pr2_X3: 0 },
  ...{ Start_Pr2_X1: 0, Start_Pr2_X2: 35, Start_Pr2_X3: 0 },
}

function open(values: Readonly<Record<string, number>>) {
  const id = testId(1)
  signInForTest()
  const scope = (of: string) => `/api/plugins/telemetry/DEVICE/${id}/values/attributes/${of}`
  const { calls } = stubPlatform({
    [`GET ${scope('SHARED_SCOPE')}`]: Object.entries(SHARED).map(([key, value]) => ({ key, value, lastUpdateTs: 1 })),
    [`POST /api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`]: '',
  })
  renderPart(
    <KindSave
      calendar={CALENDAR}
      kindSets={new Map([[id, KINDS]])}
      kind="saturday"
      values={new Map([[id, values]])}
      nameOf={() => 'Ngã tư 1'}
    />,
  )
  return { written: () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body) }
}

it('saves what is planned for a kind of day alone, the other kinds get what the junction has now, and sends nothing', async () => {
  const { written } = open({ Offset_Pr2: 24, Pr2_X1: 32, Start_Pr2_X2: 37 })
  await userEvent.click(await screen.findByRole('button', { name: 'Save at 1 junction' }))
  await waitFor(() => expect(written()).toHaveLength(1))
  expect(written()[0]).toEqual({
    gw_kinds: {
      calendar: 'city',
      kinds: {
        working: { ...PLANS, Offset_Pr2: 0, Pr2_X1: 30, Start_Pr2_X2: 35 },
        saturday: { ...PLANS, P1_HH: 7, Offset_Pr2: 24, Pr2_X1: 32, Start_Pr2_X2: 37 },
      },
    },
  })
})

it('saves nothing while the checks find an error at a junction', async () => {
  const { written } = open({ Start_Pr2_X2: 20 })
  expect(await screen.findByText('Correct these problems first; nothing is saved.')).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent(/^Ngã tư 1: /)
  expect(screen.getByRole('button', { name: 'Save at 1 junction' })).toBeDisabled()
  expect(written()).toEqual([])
})
