import type { Calendar, CalendarRule } from '@greenwave/contract/records/calendars'
import { ActionIcon, Button } from '@mantine/core'
import IconDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import type { CalendarDialog } from '../model/calendarDialog.ts'
import { withMoved } from '../model/newCalendar.ts'
import { useRuleText } from '../words/useRuleText.ts'
import styles from './Calendar.module.css'

interface RulesCardProps {
  readonly calendar: Calendar
  /** Whether nothing is edited, so that a rule by hand can be ended at once. */
  readonly isSaved: boolean
  readonly onRules: (rules: readonly CalendarRule[]) => void
  readonly onOpen: (dialog: CalendarDialog) => void
}

/** Shows the rules in their order: the first that matches a day wins. */
export function RulesCard({ calendar, isSaved, onRules, onOpen }: RulesCardProps) {
  const t = useTexts('settings', 'calendar')
  const ruleText = useRuleText()
  const { rules } = calendar
  const kindOf = (id: string) => calendar.kinds.find((kind) => kind.id === id)
  return (
    <Card
      title={t('rules')}
      padded={false}
      actions={
        <Button
          className={styles.onScreen ?? ''}
          size="compact-sm"
          variant="default"
          onClick={() => onOpen({ kind: 'rule', nth: null })}
        >
          {t('addRule')}
        </Button>
      }
    >
      <ol className={styles.rows} aria-label={t('rules')}>
        {rules.map((rule, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ids, and two may be the same.
          <li key={nth}>
            <span className={styles.swatch} data-kind={kindOf(rule.kind)?.color} aria-hidden="true" />
            <span className={styles.what}>
              {[rule.name, kindOf(rule.kind)?.name].filter(Boolean).join(' · ')}
              <small>
                {ruleText(rule)}
                {rule.on === 'hand' && rule.by && ` · ${rule.by}`}
              </small>
            </span>
            <span className={`${styles.acts} ${styles.onScreen}`}>
              {rule.on === 'hand' ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={!isSaved}
                  onClick={() => onOpen({ kind: 'end', nth })}
                >
                  {t('hand.endNow')}
                </Button>
              ) : (
                <RuleActs
                  name={rule.name || ruleText(rule)}
                  onUp={nth > 0 ? () => onRules(withMoved(rules, nth, -1)) : undefined}
                  onDown={nth < rules.length - 1 ? () => onRules(withMoved(rules, nth, 1)) : undefined}
                  onEdit={() => onOpen({ kind: 'rule', nth })}
                  onRemove={() => onRules(rules.filter((_, at) => at !== nth))}
                />
              )}
            </span>
          </li>
        ))}
      </ol>
      {rules.length === 0 && <p className={styles.foot}>{t('noRules')}</p>}
    </Card>
  )
}

interface RuleActsProps {
  readonly name: string
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function RuleActs({ name, onUp, onDown, onEdit, onRemove }: RuleActsProps) {
  const t = useTexts('settings', 'calendar')
  const acts = [
    { label: t('moveUp', { name }), icon: IconUp, run: onUp },
    { label: t('moveDown', { name }), icon: IconDown, run: onDown },
    { label: t('editRule', { name }), icon: IconPencil, run: onEdit },
    { label: t('removeRule', { name }), icon: IconTrash, run: onRemove },
  ]
  return acts.map(({ label, icon: ActIcon, run }) => (
    <ActionIcon
      key={label}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={!run}
      onClick={run}
    >
      <ActIcon size={16} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  ))
}
