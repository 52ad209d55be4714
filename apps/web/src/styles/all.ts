// All styles that every page has: colours, typeface, and our own sheets in the order in which they override each other.
import '@radix-ui/colors/slate.css';
import '@radix-ui/colors/slate-dark.css';
import '@radix-ui/colors/indigo.css';
import '@radix-ui/colors/indigo-dark.css';
import '@radix-ui/colors/indigo-alpha.css';
import '@radix-ui/colors/indigo-dark-alpha.css';
import '@radix-ui/colors/ruby.css';
import '@radix-ui/colors/ruby-dark.css';
import '@radix-ui/colors/amber.css';
import '@radix-ui/colors/amber-dark.css';
import 'virtual:inter.css';
import './tokens.css';
import './base.css';
import './ui.css';
import './shell.css';
import './bots.css';
import './history.css';
