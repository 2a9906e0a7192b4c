import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../test/renderParts.tsx'
import { changePack, loadTexts, textOf } from './texts.ts'
import { useTexts } from './useTexts.ts'

test('a count chooses the form of the language, and is a value like the others', async () => {
  const t = () => textOf('common')
  expect(t()('foundBeyond', { count: 1 })).toBe('1 besides this page')
  expect(t()('firstBeyond', { count: 2, searchAll: 'All' })).toBe(
    'The first 2 besides this page; “All” shows the others',
  )
  expect(textOf('common', 'shell')('ribbon.danger', { count: 0 })).toBe('danger')
  await changePack('vi')
  // Vietnamese has one form.
  expect(t()('foundBeyond', { count: 1 })).toBe(t()('foundBeyond', { count: 2 }).replace('2', '1'))
})

test('what fills a placeholder is not searched for others, a missing value leaves nothing, and an unknown key stays', () => {
  const t = textOf('common')
  expect(t('moreJunctions', { names: '{{count}} $t(retry) $&', count: 3 })).toBe('{{count}} $t(retry) $& and 3 more')
  expect(t('page', { page: undefined })).toBe('Page ')
  expect(t('page.of')).toBe('page.of')
  expect(t('shell')).toBe('shell')
})

test('English has the default texts but for those that differ', async () => {
  await changePack('en')
  expect([textOf('common')('confirm'), textOf('common')('retry')]).toEqual(['Confirm', 'Try again'])
  expect(textOf('common', 'health')('modes.flashing')).toBe('Flashing yellow')
})

/** The functions that a page got. */
const functions = new Set<unknown>()

function Page() {
  const t = useTexts('common')
  functions.add(t)
  return <p>{t('retry')}</p>
}

test('a page follows the language, and its function changes with the language alone', async () => {
  const { rerender } = renderPart(<Page />)
  rerender(<Page />)
  expect(screen.getByText('Try again')).toBeVisible()
  expect(functions.size).toBe(1)
  await act(() => changePack('vi'))
  expect(screen.getByText('Thử lại')).toBeVisible()
  expect(document.documentElement.lang).toBe('vi')
  expect(functions.size).toBe(2)
})

test('the language that was chosen last is shown, with the texts that a page requested meanwhile', async () => {
  await Promise.all([changePack('vi'), changePack('en'), loadTexts('settings')])
  expect(document.documentElement.lang).toBe('en')
  expect(textOf('settings', 'works')('title')).not.toBe('title')
})
