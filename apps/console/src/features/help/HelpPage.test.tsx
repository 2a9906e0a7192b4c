/** @file The documents as pages: their links, their translations, and the glossary of the dialog. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { changePack } from '../../texts/texts.ts'

const documents = import.meta.glob<{ title: string; html: string }>('../../../../../docs/**/*.md', {
  query: '?page',
  eager: true,
})
const pages = new Map(
  Object.entries(documents).map(([path, page]) => [path.replace('../../../../../docs/', '').replace('.md', ''), page]),
)

beforeEach(() => {
  signInForTest({ scope: 'CUSTOMER_USER' })
  stubPlatform({})
})

describe.each([...pages])('the document %s', (name, { title, html }) => {
  it('has a title, and links only to pages and places that there are', () => {
    expect(title).not.toBe('')
    const page = document.createElement('div')
    page.innerHTML = html
    for (const link of page.querySelectorAll('a')) {
      const href = link.getAttribute('href') ?? ''
      if (href.startsWith('https://') || href.startsWith('http://')) continue
      const [, target, anchor] = /^(?:\/help(?:\/([\w-]+))?)?(?:#(.+))?$/.exec(href) ?? []
      const linked = href.startsWith('/help') ? (target ?? 'README') : name
      const there = pages.get(name.startsWith('vi/') && pages.has(`vi/${linked}`) ? `vi/${linked}` : linked)
      expect(there, `${name}: ${href}`).toBeDefined()
      if (anchor !== undefined) expect(there?.html, `${name}: ${href}`).toContain(`id="${decodeURIComponent(anchor)}"`)
    }
    expect(page.textContent).not.toContain('<!--')
    for (const element of page.querySelectorAll('script, iframe, style')) expect(element).toBeUndefined()
  })
})

it('a translation is of a document that there is', () => {
  const translated = [...pages.keys()].filter((name) => name.startsWith('vi/'))
  expect(translated.filter((name) => !pages.has(name.slice(3)))).toEqual([])
})

it('the index leads to a document, whose links lead to others; the glossary is that of the dialog', async () => {
  const { router } = renderConsole('/help')
  expect(await screen.findByRole('heading', { name: 'Documentation', level: 1 })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'the first hour' }))
  expect(await screen.findByRole('heading', { name: /the first hour/, level: 1 })).toBeVisible()
  expect(router.state.location.pathname).toBe('/help/device-firmware')
  await userEvent.click(screen.getByRole('link', { name: 'device-settings.md' }))
  expect(await screen.findByRole('heading', { level: 1, name: /settings/i })).toBeVisible()
  expect(router.state.location.pathname).toBe('/help/device-settings')
})

it('a document is shown in Vietnamese where it is translated, and otherwise in English, with a remark', async () => {
  await act(() => changePack('vi'))
  const { router } = renderConsole('/help/device-firmware')
  expect(
    await screen.findByRole('heading', { name: pages.get('vi/device-firmware')?.title ?? '', level: 1 }),
  ).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('article')).toHaveAttribute('lang', 'vi')
  await userEvent.click(screen.getByRole('button', { name: 'Bản tiếng Anh' }))
  expect(await screen.findByRole('heading', { name: /the first hour/, level: 1 })).toBeVisible()
  await act(() => router.navigate({ to: '/help/$page', params: { page: 'sizing' } }))
  expect(await screen.findByText('Trang này bằng tiếng Anh.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('article')).toHaveAttribute('lang', 'en'))
})

it('the documents are searched, and what is found leads to its place', async () => {
  const { router } = renderConsole('/help')
  const field = await screen.findByRole('searchbox', { name: 'Search the documents' })
  await userEvent.type(field, 'zebra')
  expect(await screen.findByText('No document contains “zebra”.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.paste('back up and restore')
  await userEvent.click(await screen.findByRole('link', { name: /Back up and restore$/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/help/operating#back-up-and-restore'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Operating an installation' })).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

it('an address without a document says so', async () => {
  renderConsole('/help/nothing')
  expect(await screen.findByText('There is no such page')).toBeVisible()
})

it('opens a document at the place in the address, and at its beginning where the place is none', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  window.history.replaceState(null, '', '/help/device-settings#%')
  const { router } = renderConsole('/help/device-settings#%')
  expect(await screen.findByRole('heading', { level: 1, name: /settings/i })).toBeVisible()
  expect(scrolled).not.toHaveBeenCalled()
  await act(() => changePack('vi'))
  const anchor = /id="([^"]*[^\x20-\x7e][^"]*)"/.exec(pages.get('vi/device-firmware')?.html ?? '')?.[1] ?? ''
  window.history.replaceState(null, '', `/help/device-firmware#${anchor}`)
  await act(() => router.navigate({ to: '/help/$page', params: { page: 'device-firmware' } }))
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([expect.objectContaining({ id: anchor })]))
})
