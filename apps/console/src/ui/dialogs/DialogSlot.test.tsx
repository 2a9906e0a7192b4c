import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DialogSlot } from './DialogSlot.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

/** Renders a slot whose dialog is a field; returns how to open, with an object, and to close, with null. */
function fieldInSlot() {
  const slot = (subject: object | null) => (
    <DialogSlot subject={subject} render={(_, opened) => <input aria-label={opened ? 'open' : 'fading'} />} />
  )
  const { rerender } = render(slot(null))
  return (subject: object | null) => rerender(slot(subject))
}

it.each([
  ['is fading out', 0],
  ['is removed just then', 400],
])('opens a dialog that keeps nothing of one that %s', (_, waitedMs) => {
  const show = fieldInSlot()
  show({})
  fireEvent.change(screen.getByRole('textbox', { name: 'open' }), { target: { value: 'first' } })
  show(null)
  expect(screen.getByRole('textbox', { name: 'fading' })).toHaveValue('first')
  // One rendering shows both.
  act(() => {
    vi.advanceTimersByTime(waitedMs)
    show({})
  })
  expect(screen.getByRole('textbox', { name: 'open' })).toHaveValue('')
})

it('removes a closed dialog with all that it has read', () => {
  const show = fieldInSlot()
  show({})
  show(null)
  act(() => void vi.runAllTimers())
  expect(screen.queryByRole('textbox')).toBeNull()
})
