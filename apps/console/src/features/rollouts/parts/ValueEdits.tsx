import { CloseButton, Select, TextInput } from '@mantine/core'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { EDITABLE, editsText, MOST_EDITS, parseEdits, parseTyped, planOf, type ValueEdit } from '../model/valueEdits.ts'
import styles from './Rollouts.module.css'

/** As much as a rollout keeps of its title, characters. */
const MOST_TITLE = 255

interface ValueEditsProps {
  /** Edits as the address has them. */
  readonly edits: string
  readonly onEdits: (edits: string | undefined) => void
}

/** Chooses values, and what they are to be at all junctions: a row for each, and one to choose the next. */
export function ValueEdits({ edits, onEdits }: ValueEditsProps) {
  const t = useTexts('settings', 'rollouts')
  const nameOf = useEditNames()
  const rows = parseEdits(edits)
  const left = EDITABLE.filter((of) => !rows.some((row) => row.of === of))
  const change = (next: readonly ValueEdit[]) => onEdits(editsText(next))
  const complaint = (row: ValueEdit) =>
    t(planOf(row) === undefined ? 'change.badNumber' : 'change.badTime', { typed: row.typed })
  return (
    <>
      {rows.map((row, nth) => (
        <div key={row.of} className={styles.edit}>
          <TextInput
            // What was chosen last is typed next.
            autoFocus={nth === rows.length - 1 && row.typed === ''}
            label={nameOf(row.of)}
            aria-label={t('change.to', { value: nameOf(row.of) })}
            description={t(planOf(row) === undefined ? 'change.numberHint' : 'change.timeHint')}
            value={row.typed}
            maxLength={6}
            inputMode={planOf(row) === undefined ? 'text' : 'numeric'}
            autoComplete="off"
            error={row.typed !== '' && parseTyped(row) === null && complaint(row)}
            onChange={({ currentTarget: { value } }) =>
              change(rows.map((one) => (one === row ? { ...row, typed: value.replace(/[^\d:+−-]/g, '') } : one)))
            }
          />
          <CloseButton
            aria-label={t('change.removeValue', { value: nameOf(row.of) })}
            onClick={() => change(rows.filter((one) => one !== row))}
          />
        </div>
      ))}
      {rows.length < MOST_EDITS && (
        <Select
          // Another one begins empty.
          key={rows.length}
          autoFocus={rows.length === 0}
          // An open list would cover the junctions on a phone.
          openOnFocus={false}
          searchable
          label={t('change.value')}
          placeholder={t('change.chooseValue')}
          value={null}
          data={left.map((of) => ({ value: of, label: nameOf(of) }))}
          onChange={(of) => of !== null && change([...rows, { of, typed: '' }])}
        />
      )}
    </>
  )
}

/** Returns a function for the name of the value that an edit changes. */
function useEditNames(): (of: string) => string {
  const t = useTexts('settings', 'rollouts')
  const { nameOf } = useSettingWords()
  return (of) => {
    const plan = planOf({ of })
    return plan === undefined ? nameOf(of) : t('change.planStart', { plan })
  }
}

/** Returns a function for edits in words, for the title of a rollout. */
export function useEditsText(): (edits: readonly ValueEdit[]) => string {
  const t = useTexts('settings', 'rollouts')
  const nameOf = useEditNames()
  return (edits) =>
    edits
      .map((edit) => {
        const value = nameOf(edit.of)
        const typed = parseTyped(edit)
        if (typed?.kind === 'more') return t('change.editMore', { value, typed: edit.typed })
        const two = (part: number) => String(part).padStart(2, '0')
        const text = typed?.kind === 'time' ? `${two(typed.hour)}:${two(typed.minute)}` : edit.typed
        return t('change.edit', { value, typed: text })
      })
      .join(', ')
      .slice(0, MOST_TITLE)
}
