// English texts: terms and privacy notice.
export const legal = {
  'legal.contents': 'Contents',
  'legal.revised': 'Last revised {date}',
  'legal.effective': 'In force from {date}',
  'legal.terms': 'Terms of service',
  'legal.privacy': 'Privacy notice',
  'legal.terms.what': 'What Rondo is',
  'legal.terms.whatText':
    'Rondo is software. It places and cancels orders in your own exchange account, by rules that you choose and can see before you start. It gives no investment advice, manages no money and promises no profit.',
  'legal.terms.who': 'Who may use it',
  'legal.terms.whoText':
    'People aged 18 or older who do not live in a restricted country. Joining is by invitation, and an operator approves every registration. Approval never costs anything.',
  'legal.terms.account': 'Your account',
  'legal.terms.accountText':
    'One person, one account. Keep your password to yourself and turn on a second factor. If somebody else may have used your account, end all sessions on the Security page and tell the operator.',
  'legal.terms.keys': 'Exchange keys',
  'legal.terms.keysText':
    'A linked key can only read and trade. Keys that can withdraw are refused. You can disconnect an account at any time when no bot runs on it; open positions stay at the exchange until you close them.',
  'legal.terms.custody': 'Your money',
  'legal.terms.custodyText':
    'Your money stays in your account at the exchange. Rondo holds no customer assets and cannot withdraw or transfer anything.',
  'legal.terms.risk': 'Risk',
  'legal.terms.riskText':
    'Leveraged trading can cost you your whole margin. On cross margin the exchange can take more than a bot was given when other available margin is in the account. Simulated, demo and past results say nothing about future ones. You decide which settings run, and the result is yours.',
  'legal.terms.fees': 'Fees and our income',
  'legal.terms.feesText':
    'Rondo charges no fee of its own. The exchange pays us a part of the trading fee that it charges you. So we earn when a bot trades, whether at a profit or at a loss. That is a conflict of interest.',
  'legal.terms.conduct': 'Misuse',
  'legal.terms.conductText':
    'We may restrict use without notice in cases of money laundering, attacks, spam marketing or the use of other people’s data.',
  'legal.terms.limits': 'When something fails',
  'legal.terms.limitsText':
    'Networks, exchanges and our servers can fail. Orders that rest at the exchange stay there; a bot continues when the connection is back. We are not liable for losses from the market, from the exchange or from settings that you chose, as far as the law allows.',
  'legal.terms.end': 'Ending it',
  'legal.terms.endText':
    'You can delete your account on the Security page once no bot is running. Records that the law requires are kept for as long as the privacy notice says.',
  'legal.terms.changes': 'Changes',
  'legal.terms.changesText':
    'Changes to these terms are announced 7 days in advance, changes to fees 30 days in advance.',
  'legal.privacy.what': 'What we keep',
  'legal.privacy.whatText':
    'Email, messaging ID, country of residence, invitation code and the version of the terms you accepted; log-ins with time, IP address and browser; linked exchange accounts with encrypted keys; your bots, their orders, fills and results. We keep nothing that the service does not need.',
  'legal.privacy.why': 'What for',
  'legal.privacy.whyText':
    'To run the service, to protect accounts and to comply with the law. There is no advertising, nothing is sold, and no page contacts a third party.',
  'legal.privacy.browser': 'In your browser',
  'legal.privacy.browserText':
    'Your language, display settings, profile and, if you stay logged in, your email are kept in the browser’s storage. One cookie keeps you logged in. There is no tracking. Logging out removes the profile and the cookie.',
  'legal.privacy.safety': 'How it is protected',
  'legal.privacy.safetyText':
    'Exchange keys are encrypted with AES-256, traffic with TLS 1.3, and passwords are kept only as hashes. No page, log or response of ours ever contains an exchange secret.',
  'legal.privacy.who': 'Who sees it',
  'legal.privacy.whoText':
    'The exchange that you link sees the orders. An operator sees your email, messaging ID, country, invitation code, log-ins, links, bots and the audit log, but never a key or a password. Authorities receive what the law compels us to give.',
  'legal.privacy.public': 'What others see',
  'legal.privacy.publicText':
    'The leaderboard shows the best accounts with the first two letters of the name, result, active days, pairs and current rounds. A finished bot of yours is shown as a testimonial only if you agree to it, with its settings, duration, number of take-profits and result and with one letter of your name. You can take that back.',
  'legal.privacy.time': 'How long',
  'legal.privacy.timeText':
    'Contract and payment records 5 years, disputes 3 years, log-in records 3 months, access logs 1 year, usage statistics at most 26 months. Then they are deleted.',
  'legal.privacy.rights': 'Your rights',
  'legal.privacy.rightsText':
    'On the Security page you can download everything that is kept about you, and delete your account. For corrections, write to the operator who invited you.',
  'legal.privacy.changes': 'Changes',
  'legal.privacy.changesText':
    'Changes to this notice are announced 7 days in advance, material ones 30 days in advance.',
} as const;
