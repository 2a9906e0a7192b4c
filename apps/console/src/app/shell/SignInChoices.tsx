import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PACK_NAMES, PACKS, packOfTag, tagOf } from '../../texts/packs.ts'
import { changePack } from '../../texts/texts.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './SignInChoices.module.css'
import { useSchemeChoice } from './schemes.ts'

/**
 * The choice of language and theme before the sign-in; stored on this computer, like the choices in the user menu. It
 * uses the browser's own lists, since a menu would add a third to the code loaded before the sign-in.
 */
export function SignInChoices() {
  const t = useTexts('common', 'shell')
  const { i18n } = useTranslation('common', { keyPrefix: 'shell' })
  const { chosen, offered, choose } = useSchemeChoice()
  return (
    <header className={styles.choices}>
      <NativeSelect
        aria-label={t('language')}
        value={packOfTag(i18n.language)}
        onChange={(event) => {
          const chosen = PACKS.find((pack) => pack === event.currentTarget.value)
          if (chosen) void changePack(chosen)
        }}
      >
        {PACKS.map((pack) => (
          <option key={pack} value={pack} lang={tagOf(pack)}>
            {PACK_NAMES[pack]}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={t('theme')}
        value={chosen}
        data={[...offered]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </header>
  )
}
