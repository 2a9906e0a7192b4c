import { siteMember, unfoldedSite } from '@greenwave/changes/siteValues'
import { SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { sameValue } from '@greenwave/controller/delivery'
import { Button, Group } from '@mantine/core'
import { useChangeWords } from '../../../shared/useChangeWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Findings.module.css'
import type { ChangeFlow } from './useChangeFlow.ts'

interface ConflictNoteProps {
  readonly flow: ChangeFlow
  /** The values in the form. */
  readonly typed: Readonly<Record<string, string>>
  /** Fills the form with the current values. */
  readonly onTakeTheirs: () => void
}

/**
 * Shown when another user has changed a value that is being edited (V12): lists both values and offers the choice
 * between them, so that nothing is overwritten unseen.
 */
export function ConflictNote({ flow, typed, onTakeTheirs }: ConflictNoteProps) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const { nameOf, valueText } = useChangeWords()
  if (flow.conflicts.length === 0) return null
  const basis = unfoldedSite(flow.basis)
  const current = unfoldedSite(flow.current)
  const fields = flow.conflicts.flatMap(({ field }) => (field === SITE_KEY ? membersThatDiffer(basis, current) : field))
  return (
    <div className={styles.conflict} role="alert">
      <p>{dialog('change.conflictTitle')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('attributes.key')}</th>
            <th scope="col">{dialog('change.wasOpened')}</th>
            <th scope="col">{dialog('change.theirs')}</th>
            <th scope="col">{dialog('change.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{nameOf(field)}</th>
              <td>{valueText(field, basis[field])}</td>
              <td>{valueText(field, current[field])}</td>
              <td>{valueText(field, typed[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            onTakeTheirs()
            flow.rebase()
          }}
        >
          {dialog('change.conflictTake')}
        </Button>
        <Button size="xs" variant="default" onClick={flow.rebase}>
          {dialog('change.conflictKeep')}
        </Button>
      </Group>
    </div>
  )
}

type Values = Readonly<Record<string, unknown>>

/** The notes of a junction are one attribute, in which two people may have changed different values. */
function membersThatDiffer(basis: Values, current: Values): readonly string[] {
  const keys = [...new Set([...Object.keys(basis), ...Object.keys(current)])]
  return keys.filter((key) => siteMember(key) !== undefined && !sameValue(basis[key], current[key]))
}
