import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { styleNonce } from './styleNonce.ts'

afterEach(() => document.head.replaceChildren())

function pageWith(nonce: string): void {
  document.head.innerHTML = `<meta property="csp-nonce" nonce="${nonce}">`
}

it('every style element of the component library carries the nonce of the page', () => {
  pageWith('r4nd0m')
  render(<MantineProvider getStyleNonce={() => styleNonce() ?? ''}>x</MantineProvider>)
  const styles = [...document.querySelectorAll('style')]
  expect(styles.length).toBeGreaterThan(0)
  for (const style of styles) expect(style.nonce || style.getAttribute('nonce')).toBe('r4nd0m')
})

it('a page of the dev server asks for none', () => {
  pageWith('')
  expect(styleNonce()).toBeUndefined()
  document.head.replaceChildren()
  expect(styleNonce()).toBeUndefined()
})
