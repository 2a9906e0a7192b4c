import { Menu, useMantineColorScheme } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const

/** Light, dark, or as the system has it; kept on this computer. */
export function SchemeChoice() {
  const t = useTexts('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const labels = { auto: t('themeAuto'), light: t('themeLight'), dark: t('themeDark') }
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
