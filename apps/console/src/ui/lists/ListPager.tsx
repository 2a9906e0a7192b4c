import { useTexts } from '../../texts/useTexts.ts'
import page from './ListPage.module.css'
import { Pager } from './Pager.tsx'

export interface ListPagerProps {
  /** Counts from zero. */
  page: number
  pageSize: number
  /** Rows on this page. */
  shown: number
  total: number
  hasNext: boolean
  onPage: (page: number) => void
}

/** Previous and Next with 'Showing X to Y of Z results'. */
export function ListPager(props: ListPagerProps) {
  const t = useTexts('common')
  const before = props.page * props.pageSize
  return (
    <div className={page.foot}>
      <Pager
        label={t('pages')}
        page={props.page}
        hasNext={props.hasNext}
        onPage={props.onPage}
        summary={t('showing', {
          from: props.shown === 0 ? 0 : before + 1,
          to: props.shown === 0 ? 0 : before + props.shown,
          total: props.total,
        })}
      />
    </div>
  )
}
