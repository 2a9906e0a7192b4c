import { Menu, useMantineColorScheme } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'
import { SCHEMES, useSchemeLabels } from './schemes.ts'

/** The choice of light, dark or the system's theme, stored on this computer. */
export function SchemeChoice() {
  const t = useTexts('common', 'shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const labels = useSchemeLabels()
  return (
    <>
      <Menu.Label>{t('theme')}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme === value) ?? 'auto')}
      >
        {SCHEMES.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {labels[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
