/** The read-only page of a portfolio: its facts, and its items in their order. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { portfolio, portfolioItems } from '../../data/objects.ts'
import type { Portfolio } from '../../data/types.ts'
import { NamedList } from './named_list.tsx'
import { Facts, formatDue, ObjectPage } from './object_page.tsx'

export function PortfolioPage() {
  const { portfolio: gid = '' } = useParams({ strict: false })
  return (
    <ObjectPage key={gid} type="portfolio" path={`/portfolios/${gid}`} query={useQuery(portfolio(gid))}>
      {object => <PortfolioView portfolio={object} />}
    </ObjectPage>
  )
}

function PortfolioView({ portfolio }: { portfolio: Portfolio }) {
  const { gid, archived, owner, members, workspace } = portfolio
  const items = useQuery(portfolioItems(gid))
  return (
    <>
      <Facts
        facts={[
          ['Status', archived ? 'Archived' : 'Active'],
          ['Owner', owner?.name ?? 'None'],
          ['Shared with', portfolio.public ? 'The organization' : 'Its members'],
          ['Start date', formatDue(portfolio.start_on)],
          ['Due date', formatDue(portfolio.due_on) ?? 'None'],
          ['Members', members.map(({ name }) => name).join(', ')],
        ]}
      />
      <Section title="Items" lead={items.data?.next ? 'The first 100 items.' : undefined}>
        <Loaded query={items}>
          {page =>
            page.items.length > 0 ? (
              <NamedList objects={page.items} workspace={workspace.gid} />
            ) : (
              <Empty title="No items yet">Projects and portfolios in this portfolio appear here.</Empty>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}
