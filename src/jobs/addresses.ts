/**
 * The addresses that the program may call: only those of the public internet, unless the operator allows others. The
 * owner of a webhook must not reach what only this machine or its network can reach.
 */
import { BlockList, isIPv6 } from 'node:net'

const v4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]

/**
 * Only 2000::/3 is public. Outside of it are the loopback, link-local, unique local and multicast addresses, IPv4 in
 * IPv6 (::ffff:0:0/96) and NAT64 (64:ff9b::/96). Within it, 2002::/16 and 2001::/23 lead to IPv4 as well.
 */
const v6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** One list for each family: a list of both would compare IPv4 addresses with ::/3, as ::ffff:0:0/96, and refuse all. */
function blocked(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

const [blockedV4, blockedV6] = [blocked(v4, 'ipv4'), blocked(v6, 'ipv6')]

/** Whether an IP address belongs to the public internet. */
export const isPublic = (address: string): boolean =>
  isIPv6(address) ? !blockedV6.check(address, 'ipv6') : !blockedV4.check(address, 'ipv4')
