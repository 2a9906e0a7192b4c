import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { planFrom, settingsWith } from '@greenwave/controller/testing/settings'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { PlannedJunctions } from './PlannedJunctions.tsx'

const [A, B] = [testId(1), testId(2)] as const

function junction(name: string, offset: number, [first, second]: readonly [number, number] = [40, 30]): SetJunction {
  return {
    ...{ name, offset, positionM: 0, speedKmh: { outbound: 40, inbound: 40 }, canOffset: true },
    phases: { outbound: 1, inbound: 1 },
    clearance: { yellow: 3, redClearance: 2 },
    program: {
      ...{ number: 1, sharedPeriod: 0 },
      phases: [
        { green: first, start: 0 },
        { green: second, start: first + 5 },
        { green: 0, start: 0 },
      ],
    },
  }
}

it('says what would change at each junction, with the names of its phases and the other corridors that it is in', async () => {
  signInForTest()
  const site = (id: string) => (id === A ? '{"phases":{"2":{"name":"Hàm Nghi"}}}' : '')
  stubPlatform({
    'POST /api/entitiesQuery/find': {
      data: [A, B].map((id) => ({
        entityId: { entityType: 'DEVICE', id },
        latest: { SERVER_ATTRIBUTE: { gw_site: { ts: 1, value: site(id) } } },
      })),
      ...{ totalPages: 1, totalElements: 2, hasNext: false },
    },
  })
  const onRefused = vi.fn()
  renderPart(
    <PlannedJunctions
      deviceIds={[A, B]}
      others={new Map([A, B].map((id) => [id, ['Lê Lợi', 'Pasteur']]))}
      facts={[]}
      before={[junction('Ngã tư 1', 0), junction('Ngã tư 2', 7)]}
      after={[junction('Ngã tư 1', 20, [35, 25]), junction('Ngã tư 2', 7)]}
      refused={new Set()}
      renderFindings={() => null}
      onRefused={onRefused}
    />,
  )
  expect(
    await screen.findByText(
      'Cycle 80 → 70 s · Phase 1: green 40 → 35 s · Phase 2 (Hàm Nghi): green 30 → 25 s, start 45 → 40 s · Offset 0 → 20 s',
    ),
  ).toBeVisible()
  // What stays as it is changes no other street.
  expect(screen.getAllByText('Also a junction of Lê Lợi, Pasteur', { exact: false })).toHaveLength(1)
  expect(screen.getByText('Stays as it is')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Ngã tư 2' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ngã tư 1' }))
  expect(onRefused).toHaveBeenCalledWith(0, true)
})

it('judges what is sent together: an offset that is replaced cannot be wrong, and one that stays can', () => {
  signInForTest()
  stubPlatform({ 'POST /api/entitiesQuery/find': { data: [], totalPages: 0, totalElements: 0, hasNext: false } })
  const old = junction('Ngã tư 1', 75)
  const running = settingsWith({ plans: [planFrom(1, '00:00', 1)], programs: [old.program] })
  const facts = {
    running: offsetRow.at({ program: 1 }).put(running, old.offset),
    ...{ modeIsKnown: true, inEffect: null, driftSeconds: 0, online: true, canOffset: true, hasReported: true },
  }
  const codes: string[] = []
  renderPart(
    <PlannedJunctions
      deviceIds={[A, B]}
      others={new Map()}
      facts={[facts, facts]}
      before={[old, old]}
      after={[junction('Ngã tư 1', 20, [35, 25]), junction('Ngã tư 2', 75, [35, 3])]}
      refused={new Set()}
      renderFindings={(findings) => {
        codes.push(findings.map(({ code }) => code).join())
        return null
      }}
      onRefused={() => undefined}
    />,
  )
  expect(codes).toEqual(['greenShort,leftOutOfRange'])
})

it('says of a junction that is not connected that it gets what is proposed later, and not of one that stays as it is', () => {
  signInForTest()
  stubPlatform({ 'POST /api/entitiesQuery/find': { data: [], totalPages: 0, totalElements: 0, hasNext: false } })
  const offline = {
    ...{
      running: null,
      modeIsKnown: true,
      inEffect: null,
      driftSeconds: null,
      online: false,
      canOffset: true,
      hasReported: true,
    },
  }
  const text = 'Not connected: it gets this when it is back.'
  const shown = (facts: readonly { readonly online: boolean }[]) => {
    const { unmount } = renderPart(
      <PlannedJunctions
        deviceIds={[A, B]}
        others={new Map()}
        facts={facts.map(({ online }) => ({ ...offline, online }))}
        before={[junction('Ngã tư 1', 0), junction('Ngã tư 2', 7)]}
        after={[junction('Ngã tư 1', 20), junction('Ngã tư 2', 7)]}
        refused={new Set()}
        renderFindings={() => null}
        onRefused={() => undefined}
      />,
    )
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.includes(text))
    unmount()
    return items
  }
  expect(shown([{ online: false }, { online: false }])).toEqual([true, false])
  expect(shown([{ online: true }, { online: false }])).toEqual([false, false])
})
