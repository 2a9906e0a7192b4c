import { useTexts } from '../../texts/useTexts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { EXPLAINED_INCIDENTS, GLOSSARY_TERMS, type Topic } from '../../shared/glossary.ts'
import { TopicText } from '../../shared/TopicText.tsx'
import styles from './Help.module.css'

interface HelpProps {
  /** An object for each opening; null while the dialog is closed. */
  readonly opening: object | null
  readonly onClose: () => void
}

/** Shortcuts by what they do. */
const KEYS = [
  ['find', ['Ctrl K']],
  ['help', ['?']],
  ['now', ['J', 'K']],
  ['nowOpen', ['Enter']],
  ['nowActs', ['A', 'M']],
  ['history', ['←', '→']],
  ['span', ['Page Up', 'Page Down']],
  ['step', ['↑', '↓']],
  ['close', ['Esc']],
] as const

/** The dialog with all shortcuts, the terms of the glossary, and what each incident means. */
export function Help({ opening, onClose }: HelpProps) {
  return <DialogSlot subject={opening} render={(_, opened) => <HelpDialog opened={opened} onClose={onClose} />} />
}

function HelpDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts('monitoring', 'glossary')
  const terms = GLOSSARY_TERMS.map((term): Topic => ({ kind: 'term', term }))
  const incidents = EXPLAINED_INCIDENTS.map((code): Topic => ({ kind: 'incident', code }))
  return (
    <Dialog opened={opened} title={t('title')} size={820} onDismiss={onClose}>
      <div className={styles.help}>
        <section aria-labelledby="help-keys">
          <h3 id="help-keys">{t('keysTitle')}</h3>
          <dl className={styles.keys}>
            {KEYS.map(([name, keys]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(`keys.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Topics id="help-terms" title={t('termsTitle')} topics={terms} />
        <Topics id="help-incidents" title={t('incidentsTitle')} topics={incidents} />
      </div>
    </Dialog>
  )
}

interface TopicsProps {
  readonly id: string
  readonly title: string
  readonly topics: readonly Topic[]
}

function Topics({ id, title, topics }: TopicsProps) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic.kind === 'term' ? topic.term : topic.code}>
            <TopicText topic={topic} />
          </li>
        ))}
      </ul>
    </section>
  )
}
