/** @file Long: all kinds of dialog have the same tests: input, double sending, closing and focus. */
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import type { Sending } from '../forms/useSendOnce.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'

function confirmDialog(props: Partial<ConfirmDialogProps> = {}) {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  renderPart(
    <ConfirmDialog opened title="Xóa" submitting={false} onConfirm={onConfirm} onClose={onClose} {...props}>
      Are you sure?
    </ConfirmDialog>,
  )
  return { onConfirm, onClose }
}

function formDialog(props: Partial<FormDialogProps> = {}) {
  const onSubmit = vi.fn((): undefined => undefined)
  const onClose = vi.fn()
  renderPart(
    <FormDialog
      opened
      title="Plan 1"
      submitLabel="Save Plan"
      submitting={false}
      onSubmit={onSubmit}
      onClose={onClose}
      {...props}
    >
      <input aria-label="Hour" />
    </FormDialog>,
  )
  return { onSubmit, onClose }
}

describe('[spec 2 confirm dialog] the generic confirm', () => {
  test('has the buttons Hủy and Xác nhận, and starts on the one that changes nothing', async () => {
    const user = userEvent.setup()
    const { onConfirm, onClose } = confirmDialog()
    expect(screen.getByRole('dialog', { name: 'Xóa' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Hủy' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Xác nhận' }))
    expect(onConfirm).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Hủy' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('Escape closes it otherwise', async () => {
    const user = userEvent.setup()
    const { onClose } = confirmDialog()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test.each(['Xác nhận', 'Close'])(
    'the focus stays on %s when the user moves it there while the dialog opens',
    (name) => {
      vi.useFakeTimers()
      try {
        confirmDialog()
        const button = screen.getByRole('button', { name })
        // The focus trap sets the focus in one timer, and again in the next.
        const moveOn = vi.fn(() => button.focus())
        window.addEventListener('focusin', moveOn, { once: true })
        vi.runOnlyPendingTimers()
        expect(moveOn).toHaveBeenCalledOnce()
        expect(button).toHaveFocus()
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('Tab leads into it when the focus is nowhere or on the page behind, and to the dialog itself while saving, also from a button disabled under the focus', async () => {
    const user = userEvent.setup()
    renderPart(<button type="button">Behind</button>)
    const dialog = (submitting: boolean) => (
      <ConfirmDialog opened title="Xóa" submitting={submitting} onConfirm={() => undefined} onClose={() => undefined}>
        Are you sure?
      </ConfirmDialog>
    )
    const { rerender } = renderPart(dialog(false))
    const dismiss = screen.getByRole('button', { name: 'Hủy', hidden: true })
    await waitFor(() => expect(dismiss).toHaveFocus())
    dismiss.blur()
    await user.tab()
    expect(dismiss).toHaveFocus()
    screen.getByText('Behind').focus()
    await user.tab()
    expect(dismiss).toHaveFocus()
    rerender(dialog(true))
    expect(dismiss).toHaveFocus()
    await user.tab()
    expect(screen.getByRole('dialog')).toHaveFocus()
    screen.getByRole('dialog').blur()
    await user.tab()
    expect(screen.getByRole('dialog')).toHaveFocus()
  })

  test('what failed is said inside, and Confirm may be pressed again', () => {
    confirmDialog({ error: 'Failed to update mode' })
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to update mode')
    expect(screen.getByRole('button', { name: 'Xác nhận' })).toBeEnabled()
  })

  test('Confirm waits for what must be ticked first', () => {
    confirmDialog({ confirmDisabled: true })
    expect(screen.getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Hủy' })).toBeEnabled()
  })
})

describe('[spec 2 dialogs] a form', () => {
  test('cannot be sent while an input is missing, and states which beside the button', async () => {
    const user = userEvent.setup()
    const { onSubmit } = formDialog({ submitMissing: 'Choose a kind of day.' })
    const submit = screen.getByRole('button', { name: 'Save Plan' })
    expect(submit).toBeDisabled()
    expect(submit).toHaveAccessibleDescription('Choose a kind of day.')
    expect(screen.getByText('Choose a kind of day.')).toBeVisible()
    await user.type(screen.getByLabelText('Hour'), '7{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('has Cancel and its own submit button, and Enter in a field submits', async () => {
    const user = userEvent.setup()
    const { onSubmit, onClose } = formDialog()
    await user.type(screen.getByLabelText('Hour'), '5{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Save Plan' })).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('what failed is said inside, and what was typed stays', async () => {
    const user = userEvent.setup()
    const onClose = () => undefined
    const dialog = (error?: string) => (
      <FormDialog
        opened
        title="Plan 1"
        submitLabel="Save Plan"
        submitting={false}
        onSubmit={() => undefined}
        onClose={onClose}
        error={error}
      >
        <input aria-label="Hour" />
      </FormDialog>
    )
    const { rerender } = renderPart(dialog())
    await user.type(screen.getByLabelText('Hour'), '17')
    rerender(dialog('Failed to add plan'))
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to add plan')
    expect(screen.getByLabelText('Hour')).toHaveValue('17')
  })

  test.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>, () => HTMLElement]>([
    [
      'a click on its button',
      (user) => user.click(screen.getByRole('button', { name: 'Save Plan' })),
      () => screen.getByRole('button', { name: 'Save Plan' }),
    ],
    [
      'Enter in a field',
      (user) => user.type(screen.getByLabelText('Minute'), '{Enter}'),
      () => screen.getByLabelText('Minute'),
    ],
  ])('that comes back from its confirmation has the focus where it was sent from: %s', async (_name, send, place) => {
    const user = userEvent.setup()
    const { rerender } = renderPart(<TwoSteps />)
    await waitFor(() => expect(screen.getByLabelText('Hour')).toHaveFocus())
    await send(user)
    expect(screen.getByRole('button', { name: 'Hủy' })).toHaveFocus()
    rerender(<TwoSteps note />)
    await user.click(screen.getByRole('button', { name: 'Hủy' }))
    expect(screen.getByRole('button', { name: 'Take theirs' })).toBeVisible()
    expect(place()).toHaveFocus()
  })
})

/** A form with its confirmation. `note` shows one more button above the fields. */
function TwoSteps({ note = false, onConfirm = () => undefined, onClose = () => undefined }: Partial<TwoStepsProps>) {
  const [asking, setAsking] = useState(false)
  return (
    <FormDialog
      opened
      title="Plan 1"
      submitLabel="Save Plan"
      submitting={false}
      onSubmit={() => {
        setAsking(true)
        return undefined
      }}
      onClose={onClose}
      confirmation={asking ? { title: 'Sure?', children: '5 → 6', onConfirm, onBack: () => setAsking(false) } : null}
    >
      {note && <button type="button">Take theirs</button>}
      <input aria-label="Hour" data-autofocus />
      <input aria-label="Minute" />
    </FormDialog>
  )
}

interface TwoStepsProps {
  readonly note: boolean
  readonly onConfirm: () => Sending
  readonly onClose: () => void
}

describe('a form with its confirmation [spec 4 configuration]', () => {
  test('is one dialog, titled by its step; each way out of the question leads back to the form, and from there out', async () => {
    const user = userEvent.setup()
    const onClose = vi.fn()
    const onConfirm = vi.fn(() => undefined)
    renderPart(<TwoSteps onClose={onClose} onConfirm={onConfirm} />)
    const ways = [
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('button', { name: 'Close' })),
      () => user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body),
      () => user.click(screen.getByRole('button', { name: 'Hủy' })),
    ]
    for (const leave of ways) {
      await user.click(screen.getByRole('button', { name: 'Save Plan' }))
      expect(screen.getByRole('dialog')).toHaveAccessibleName('Sure?')
      expect(screen.getByRole('group', { name: 'Sure?' })).toHaveTextContent('5 → 6')
      expect(screen.queryByRole('textbox')).toBeNull()
      await leave()
      expect(screen.getByRole('dialog')).toHaveAccessibleName('Plan 1')
      expect(screen.getByRole('button', { name: 'Save Plan' })).toHaveFocus()
    }
    expect(onClose).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  test('starts on Hủy each time, wherever the focus was in it before', async () => {
    const user = userEvent.setup()
    renderPart(<TwoSteps />)
    for (const _time of [1, 2]) {
      await user.type(screen.getByLabelText('Minute'), '{Enter}')
      expect(screen.getByRole('button', { name: 'Hủy' })).toHaveFocus()
      await user.tab()
      expect(screen.getByRole('button', { name: 'Xác nhận' })).toHaveFocus()
      await user.keyboard('{Escape}')
    }
  })

  test('is not confirmed by the rest of a double click on the button of the form', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn(() => undefined)
    renderPart(<TwoSteps onConfirm={onConfirm} />)
    await user.click(screen.getByRole('button', { name: 'Save Plan' }))
    fireEvent.click(screen.getByRole('button', { name: 'Xác nhận' }), { detail: 2 })
    expect(onConfirm).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Xác nhận' }), { detail: 1 })
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  test('is confirmed again by a quick second click when the first one failed at once', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn(() => Promise.reject(new Error('refused')))
    renderPart(<TwoSteps onConfirm={onConfirm} />)
    await user.click(screen.getByRole('button', { name: 'Save Plan' }))
    const confirm = screen.getByRole('button', { name: 'Xác nhận' })
    fireEvent.click(confirm, { detail: 1 })
    await act(() => Promise.resolve())
    fireEvent.click(confirm, { detail: 2 })
    expect(onConfirm).toHaveBeenCalledTimes(2)
  })
})

test('a form whose fields come later than its dialog has the focus at its close button, and then in its first field', async () => {
  const dialog = (fields: boolean) => (
    <FormDialog
      opened
      title="Edit"
      submitLabel="Save"
      submitting={false}
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      {fields && <input aria-label="Name" data-autofocus />}
    </FormDialog>
  )
  const { rerender } = renderPart(dialog(false))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus())
  rerender(dialog(true))
  expect(screen.getByLabelText('Name')).toHaveFocus()
})

/** A dialog that sends. Its closing can be observed, because it fades out as it does for users. */
interface Sender {
  readonly name: string
  readonly button: string
  readonly dialog: (opened: boolean, send: () => Sending) => React.ReactElement
}

const SENDERS: readonly Sender[] = [
  {
    name: 'a confirm',
    button: 'Xác nhận',
    dialog: (opened, send) => (
      <ConfirmDialog opened={opened} title="Xóa" submitting={false} onConfirm={send} onClose={() => undefined}>
        Are you sure?
      </ConfirmDialog>
    ),
  },
  {
    name: 'a form',
    button: 'Save Plan',
    dialog: (opened, send) => (
      <FormDialog
        opened={opened}
        title="Plan 1"
        submitLabel="Save Plan"
        submitting={false}
        onSubmit={send}
        onClose={() => undefined}
      >
        <input aria-label="Hour" />
      </FormDialog>
    ),
  },
]

describe.each(SENDERS)('$name is sent through once', ({ button: words, dialog }) => {
  function open(send: () => Sending) {
    const { rerender } = render(dialog(true, send), {
      wrapper: ({ children }) => <MantineProvider>{children}</MantineProvider>,
    })
    const button = screen.getByText(words).closest('button')
    if (!button) throw new Error('No button')
    return { button, shown: (opened: boolean) => rerender(dialog(opened, send)) }
  }

  test('by two clicks of one tick', () => {
    const send = vi.fn(() => new Promise<void>(() => undefined))
    const { button } = open(send)
    act(() => {
      button.click()
      button.click()
    })
    expect(send).toHaveBeenCalledOnce()
  })

  test('while it is under way and after it has succeeded, until it is opened again', async () => {
    const send = vi.fn(() => Promise.resolve())
    const { button, shown } = open(send)
    fireEvent.click(button)
    await act(() => Promise.resolve())
    fireEvent.click(button)
    expect(send).toHaveBeenCalledOnce()
    shown(false)
    expect(button).toBeInTheDocument()
    fireEvent.click(button)
    expect(send).toHaveBeenCalledOnce()
    shown(true)
    fireEvent.click(button)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('and once more after it failed', async () => {
    const send = vi.fn(() => Promise.reject(new Error('refused')))
    const { button } = open(send)
    fireEvent.click(button)
    await act(() => Promise.resolve())
    fireEvent.click(button)
    expect(send).toHaveBeenCalledTimes(2)
  })

  test('and while it fades out nothing in it takes the focus or a click', () => {
    const send = vi.fn(() => undefined)
    const { button, shown } = open(send)
    shown(false)
    expect(button.closest('[inert]')).not.toBeNull()
    fireEvent.click(button)
    expect(send).not.toHaveBeenCalled()
  })
})

describe('a form with something typed in it', () => {
  const typed = { initial: { hour: '5' }, values: { hour: '6' }, restore: () => undefined }

  test.each(['Escape', 'a click outside', 'the close button'])(
    'asks first on %s; what is typed can be kept',
    async (way) => {
      const user = userEvent.setup()
      const { onClose } = formDialog({ typed })
      const field = screen.getByLabelText('Hour')
      await user.click(field)
      if (way === 'Escape') await user.keyboard('{Escape}')
      else if (way === 'the close button') await user.click(screen.getByRole('button', { name: 'Close' }))
      else await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body)
      expect(screen.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
      expect(field).not.toBeVisible()
      expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
      await user.click(screen.getByRole('button', { name: 'Keep editing' }))
      expect(field).toBeVisible()
      expect(onClose).not.toHaveBeenCalled()
    },
  )

  test('Escape on the question keeps; Discard closes, and so does Cancel, which says what it does', async () => {
    const user = userEvent.setup()
    const { onClose } = formDialog({ typed })
    await user.click(screen.getByLabelText('Hour'))
    await user.keyboard('{Escape}')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('closes at once when its values are unchanged', async () => {
    const user = userEvent.setup()
    const { onClose } = formDialog({ typed: { ...typed, values: { hour: '5' } } })
    await user.click(screen.getByLabelText('Hour'))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe.each(['form', 'confirm'])('a save of a %s', (kind) => {
  const submit = () => (kind === 'form' ? formDialog({ submitting: true }) : confirmDialog({ submitting: true }))

  test("disables its buttons, says 'Đang lưu...', and Escape does not close it [spec 2 submitting]", async () => {
    const { onClose } = submit()
    for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Đang lưu...' })).toBeVisible()
    await userEvent.setup().keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('that gives no answer can be left after some seconds, and it is said what is not known', () => {
    vi.useFakeTimers()
    const { onClose } = submit()
    expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
    act(() => void vi.advanceTimersByTime(9000))
    expect(screen.getByText(/^No answer yet: it may be saved or not/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
