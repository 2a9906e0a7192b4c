import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { lazyPart } from '../states/lazyPart.tsx'
import { type PageDialogProps, PageDialogs } from './PageDialogs.tsx'
import { useKeptDialog } from './useKeptDialog.ts'

const load = vi.fn(async () => ({ dialog, onClose }: PageDialogProps<{ kind: string }>) => (
  <button type="button" onClick={onClose}>
    Close {dialog.kind}
  </button>
))
const Dialogs = lazyPart(load)

function Page() {
  const dialogs = useKeptDialog<{ kind: string }>('page', () => null)
  return (
    <>
      <button type="button" onClick={() => dialogs.setDialog({ kind: 'add' })}>
        Add
      </button>
      <PageDialogs kept={dialogs} of={Dialogs} />
    </>
  )
}

test('the dialogs of a page are loaded once its user is active, and open and close like any other', async () => {
  const user = userEvent.setup()
  renderPart(<Page />)
  expect(load).not.toHaveBeenCalled()
  await user.hover(screen.getByRole('button', { name: 'Add' }))
  expect(load).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.click(await screen.findByRole('button', { name: 'Close add' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Close add' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus()
  expect(load).toHaveBeenCalledOnce()
})
