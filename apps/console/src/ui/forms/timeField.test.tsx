import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../test/renderParts.tsx'
import { TimeField, type TimeFieldProps } from './TimeField.tsx'

type Options = Omit<TimeFieldProps, 'precision' | 'onChange'>

/** Shows a field of a form, and the value that the form keeps. */
function Form({ value: initial = '', ...options }: Options) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <TimeField precision="minute" label="Until" {...options} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('2026-12-01T08:00')}>
        Tomorrow
      </button>
    </>
  )
}

function show(options: Options = {}) {
  renderPart(<Form {...options} />)
  const field = screen.getByRole('textbox', { name: 'Until' })
  return { field, kept: () => screen.getByRole('status').textContent }
}

test('digits alone make a day and time in 24 hours', async () => {
  const { field, kept } = show()
  expect(field).toHaveAttribute('placeholder', 'dd/mm/yyyy hh:mm')
  await userEvent.type(field, '241120260145')
  expect(field).toHaveValue('24/11/2026 01:45')
  expect(kept()).toBe('2026-11-24T01:45')
  expect(field).not.toBeInvalid()
})

test('an invalid time stays as it was typed, and its error names it, the format and an example', async () => {
  const { field, kept } = show()
  await userEvent.type(field, '24/13/2026 01:45')
  expect(field).not.toBeInvalid()
  await userEvent.tab()
  expect(field).toHaveValue('24/13/2026 01:45')
  expect(field).toHaveAccessibleDescription(
    '“24/13/2026 01:45” is not valid. Write dd/mm/yyyy hh:mm, such as 24/11/2026 01:45.',
  )
  expect(kept()).toBe('24/13/2026 01:45')
  await userEvent.click(screen.getByRole('button', { name: 'Tomorrow' }))
  expect(field).toHaveValue('01/12/2026 08:00')
  expect(field).not.toBeInvalid()
})

test('an invalid text comes before what the form complains of', () => {
  const { field } = show({ value: '24/13/2026', error: 'Choose an end.' })
  expect(field).toHaveAccessibleDescription(/^“24\/13\/2026” is not valid/)
})

test('times outside the limits name the limit', async () => {
  const { field } = show({ value: '2026-11-24T01:45', min: '2026-11-25T00:00' })
  expect(field).toHaveAccessibleDescription('24/11/2026 01:45 is too early: the earliest is 25/11/2026 00:00.')
})

test('the arrows step the part at the cursor, which stays chosen', async () => {
  const { field, kept } = show({ value: '2026-11-24T23:45' })
  await userEvent.click(field)
  await userEvent.keyboard('{Home}{ArrowRight>12}{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(kept()).toBe('2026-11-25T00:45')
  await userEvent.keyboard('0')
  expect(field).toHaveValue('25/11/2026 0:45')
})
