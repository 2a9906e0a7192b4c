import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testDevice } from '../test/records.ts'
import { renderPart } from '../test/renderParts.tsx'
import { errorAnswer, signInForTest, stubPlatform } from '../test/stubPlatform.ts'
import { NamedPhases } from './NamedPhases.tsx'
import { siteNotesQuery } from '../data/queries/siteNotes.ts'
import { usePhaseNames } from './phaseNames.ts'

const [A, B] = [testDevice(1).id.id, testDevice(2).id.id]
const FIND = 'POST /api/entitiesQuery/find'

function Said() {
  const { nameOf, inText } = usePhaseNames()
  return (
    <p>
      {nameOf(1) ?? 'Phase 1'}, phase {inText(2)}
    </p>
  )
}

const junction = (id: string) => (
  <NamedPhases key={id} deviceId={id}>
    <Said />
  </NamedPhases>
)

it('all rows of a list get the names of their phases with one call, and one without names has numbers', async () => {
  signInForTest()
  const { calls } = stubPlatform({
    [FIND]: {
      data: [A, B].map((id) => ({
        entityId: { entityType: 'DEVICE', id },
        latest: {
          SERVER_ATTRIBUTE: {
            gw_site: { ts: 1, value: id === A ? '{"phases":{"1":{"name":"Lê Lợi"},"2":{"name":"Hàm Nghi"}}}' : '' },
          },
        },
      })),
      totalPages: 1,
      totalElements: 2,
      hasNext: false,
    },
  })
  renderPart([junction(A), junction(B)])
  expect(await screen.findByText('Lê Lợi, phase 2 (Hàm Nghi)')).toBeVisible()
  expect(screen.getByText('Phase 1, phase 2')).toBeVisible()
  expect(calls.map(({ body }) => (body as { entityFilter: { entityList: unknown } }).entityFilter.entityList)).toEqual([
    [A, B],
  ])
})

it('what the platform refuses leaves the numbers', async () => {
  signInForTest()
  const { calls } = stubPlatform({ [FIND]: errorAnswer(403, 'You do not have permission') })
  renderPart(junction(A))
  expect(await screen.findByText('Phase 1, phase 2')).toBeVisible()
  expect(calls).toHaveLength(1)
})

function Hides() {
  const { data } = useQuery(siteNotesQuery(A))
  return <p>{data?.hides.join()}</p>
}

it('a phase may show nothing where a display that was set, or learned, hides a lamp before its last seconds', async () => {
  signInForTest()
  const attribute = (display: object) => ({ ts: 1, value: JSON.stringify({ display }) })
  const hidden = { green: 'last-8-0' }
  stubPlatform({
    [FIND]: {
      data: [
        {
          entityId: { entityType: 'DEVICE', id: A },
          latest: {
            SERVER_ATTRIBUTE: {
              gw_site: attribute({ 2: hidden, 3: { green: 'full' } }),
              gw_learned: attribute({ 1: hidden, 3: hidden }),
            },
          },
        },
      ],
      totalPages: 1,
      totalElements: 1,
      hasNext: false,
    },
  })
  renderPart(<Hides />)
  expect(await screen.findByText('true,true,false')).toBeVisible()
})
