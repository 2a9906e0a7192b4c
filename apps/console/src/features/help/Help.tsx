import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import styles from './Help.module.css'
import { Glossary } from './parts/Glossary.tsx'

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
        <p>
          <Link to="/help" onClick={onClose}>
            {t('allPages')}
          </Link>
        </p>
        <Glossary heading="h3" />
      </div>
    </Dialog>
  )
}
