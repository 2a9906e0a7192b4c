import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PACK_NAMES, PACKS, packOfTag, tagOf } from '../../texts/packs.ts'
import { changePack } from '../../texts/texts.ts'

/** The choice of a language pack, stored on this computer. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation('common', { keyPrefix: 'shell' })
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      <Menu.RadioGroup
        value={packOfTag(i18n.language)}
        onChange={(value) => void changePack(PACKS.find((pack) => pack === value) ?? 'default')}
      >
        {PACKS.map((pack) => (
          <Menu.RadioItem key={pack} value={pack} lang={tagOf(pack)}>
            {PACK_NAMES[pack]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
