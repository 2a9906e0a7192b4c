import { PACK_NAMES, PACKS, packOfTag, tagOf } from '../../texts/packs.ts'
import { changePack } from '../../texts/texts.ts'
import { useLanguage, useTexts } from '../../texts/useTexts.ts'
import styles from './SignInChoices.module.css'
import { useSchemeChoice } from './schemes.ts'

/**
 * The choice of language and theme before the sign-in; stored on this computer, like the choices in the user menu. It
 * uses the browser's own lists, since a menu would add a third to the code loaded before the sign-in.
 */
export function SignInChoices() {
  const t = useTexts('common', 'shell')
  const language = useLanguage()
  const { chosen, offered, choose } = useSchemeChoice()
  return (
    <header className={styles.choices}>
      <select
        className={`mantine-Input-input ${styles.choice}`}
        aria-label={t('language')}
        value={packOfTag(language)}
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
      </select>
      <select
        className={`mantine-Input-input ${styles.choice}`}
        aria-label={t('theme')}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {offered.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </header>
  )
}
