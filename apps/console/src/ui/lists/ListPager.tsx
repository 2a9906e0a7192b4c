import { useTexts } from '../../texts/useTexts.ts'
import page from './ListPage.module.css'
import { Pager } from './Pager.tsx'

export interface ListPagerProps {
  /** The page, counted from zero. */
  page: number
  pageSize: number
  /** The number of rows on this page. */
  shown: number
  /** The number of these that a search of the page finds; undefined without such a search. */
  found?: number | undefined
  total: number
  /** False when only the page is shown. */
  withTotals: boolean
  hasNext: boolean
  onPage: (page: number) => void
}

/**
 * Previous and Next below a list, with 'Showing X to Y of Z results'. While a search of the page hides rows, the text
 * counts the rows that it finds among them.
 */
export function ListPager(props: ListPagerProps) {
  const t = useTexts('common')
  const before = props.page * props.pageSize
  const from = props.shown === 0 ? 0 : before + 1
  const to = props.shown === 0 ? 0 : before + props.shown
  const span = { from, to, total: props.total }
  const summary = props.found === undefined ? t('showing', span) : t('showingFound', { ...span, count: props.found })
  return (
    <div className={page.foot}>
      <Pager
        label={t('pages')}
        page={props.page}
        hasNext={props.hasNext}
        onPage={props.onPage}
        summary={props.withTotals && summary}
      />
    </div>
  )
}
