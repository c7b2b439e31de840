// The page has styles only. The build takes a script as the entry of a page.
import './guide.css';
