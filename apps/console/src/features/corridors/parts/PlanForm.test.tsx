import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { setJunction } from '../../../test/setJunction.ts'
import type { PlanChoices } from '../model/planForm.ts'
import { PlanForm } from './PlanForm.tsx'

const JUNCTION = setJunction('Lê Lợi', 0)

function Form({ onPlan }: { readonly onPlan: (choices: PlanChoices) => void }) {
  const [choices, setChoices] = useState<PlanChoices>({
    ...{ at: 0, aim: 'equal', outboundWeight: '2', inboundWeight: '1', cycles: 'keep', ownCycles: '' },
    ...{ kind: '', splits: 'keep', flows: {} },
  })
  return (
    <PlanForm
      {...{ starts: [0], choices, present: 90, progress: { kind: 'idle' }, junctions: [JUNCTION], deviceIds: ['a'] }}
      kinds={[{ id: 'saturday', name: 'Saturday' }]}
      isOneWay={false}
      isPrevented={false}
      onChoices={(change) => setChoices({ ...choices, ...change })}
      onPlan={() => onPlan(choices)}
      onCancel={() => {}}
    />
  )
}

it('asks for the traffic of each phase that is served, if greens are to follow from it', async () => {
  const onPlan = vi.fn<(choices: PlanChoices) => void>()
  renderPart(<Form onPlan={onPlan} />)
  await userEvent.selectOptions(await screen.findByLabelText('Greens'), 'Calculate from the traffic')
  await userEvent.click(screen.getByRole('button', { name: 'Find the best' }))
  expect(screen.getByText('A number above 0, at most 3600, for each phase of each junction')).toBeVisible()
  expect(onPlan).not.toHaveBeenCalled()
  expect(screen.queryByLabelText('Phase 3: Lê Lợi')).toBeNull()
  await userEvent.type(screen.getByLabelText('Phase 1: Lê Lợi'), '600')
  expect(screen.getByLabelText('Phase 1: Lê Lợi')).toBeValid()
  expect(screen.getByLabelText('Phase 2: Lê Lợi')).toBeInvalid()
  await userEvent.type(screen.getByLabelText('Phase 2: Lê Lợi'), '150,5')
  expect(screen.getByLabelText('Phase 2: Lê Lợi')).toHaveAccessibleDescription('A number, such as 450 or 450.5')
  await userEvent.clear(screen.getByLabelText('Phase 2: Lê Lợi'))
  await userEvent.type(screen.getByLabelText('Phase 2: Lê Lợi'), '150')
  await userEvent.click(screen.getByRole('button', { name: 'Find the best' }))
  expect(onPlan.mock.calls[0]?.[0].flows).toEqual({ '0.1': '600', '0.2': '150' })
})
